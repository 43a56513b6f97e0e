"""Games played from rows: what tables and general words say is written as Python once, and one engine plays them all.

`layout` numbers the zones, counters and cards of a game. `expressions` and `statements` hold what is written for each
general word; `compiling` writes phrases and lines, `choosing` what can be chosen, `deeds` actions, `lines` what cards
do in the game's own notation, each function with its row and rule beside it (`engine.source` is the whole text).
`happenings` is called by what was written, `making` puts it together to `phases`, which the machine executes, `engine`
plays, and `seen` says what each player sees and knows.
"""
