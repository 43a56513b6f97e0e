"""The packs in games/: read, checked whole, and the first files of a new one."""
