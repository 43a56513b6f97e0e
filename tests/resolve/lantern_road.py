"""A rulebook of our own in two languages, with a difference, a hole and an untranslated line for tests to find."""

ENGLISH = """\
# Lantern Road

Lantern Road is a game for 2 to 4 players.

## Contents

- 40 path cards
- 6 wooden lanterns
- 24 glass beads
- 1 road board

## Set-up

1. Place the road board in the middle of the table.
2. Shuffle the path cards and deal 5 path cards to each player.
3. Each player takes 3 glass beads from the supply.
4. The youngest player takes the first wooden lantern and begins.

## A turn

On your turn you must play a path card or light a lantern.

To play a path card, lay it at the end of the road and draw a new path card.

To light a lantern, pay 2 glass beads and place the lantern beside the road.

If you cannot play a path card, you may discard 3 path cards and draw 3 path cards.

You may never hold more than 8 path cards at the end of your turn.

## Storms

When a storm is revealed, every player must return 1 glass bead to the supply.

A lantern protects its owner from the storm.

After 4 storms the road board is turned over.

## End of the game

The game ends when the last lantern is lit.

Each lantern that you own is worth 5 points and each glass bead is worth 1 point.

The player with the most points wins the game.
"""

GERMAN = """\
# Lantern Road

Lantern Road ist ein Spiel für 2 bis 4 Spieler.

## Inhalt

- 40 Wegkarten
- 6 Holzlaternen
- 24 Glasperlen
- 1 Straßenplan

## Aufbau

1. Legt den Straßenplan in die Mitte des Tisches.
2. Mischt die Wegkarten und gebt jedem Spieler 5 Wegkarten.
3. Jeder Spieler nimmt 3 Glasperlen aus dem Vorrat.
4. Der jüngste Spieler nimmt die erste Laterne und beginnt.

## Ein Zug

In deinem Zug musst du eine Wegkarte spielen oder eine Laterne anzünden.

Um eine Wegkarte zu spielen, lege sie an das Ende der Straße und ziehe eine neue Wegkarte.

Um eine Laterne anzuzünden, zahle 2 Glasperlen und lege die Laterne neben die Straße.

Wenn du keine Wegkarte spielen kannst, darfst du 3 Wegkarten abwerfen und 3 Wegkarten ziehen.

Du darfst am Ende deines Zuges nie mehr als 8 Wegkarten halten.

## Stürme

Wenn ein Sturm aufgedeckt wird, muss jeder Spieler 1 Glasperle in den Vorrat zurücklegen.

Eine Laterne schützt ihren Besitzer vor dem Sturm.

Nach 4 Stürmen wird der Straßenplan umgedreht.

## Ende des Spiels

Das Spiel endet, wenn die letzte Laterne angezündet ist.

Jede Laterne, die du besitzt, ist 5 Punkte wert und jede Glasperle ist 1 Punkt wert.

Der Spieler mit den meisten Punkten gewinnt das Spiel.
"""
