"""What setting a text did to it is undone: broken words, signs that stand for icons; every change a repair."""
