"""What standing a number has in its text: asserted, denied, only supposed, or said of something elsewhere.

It is told before any pattern sees the number, from the words around it and from nothing of any game. A condition or a
limit of a rule is asserted; of a correction the old value is denied and the new one names it.
"""
