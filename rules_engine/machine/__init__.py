"""The one machine that executes the programs of all games, and how a game uses it.

A line of notation becomes a `Program`: a flat tuple of steps. An effect that is happening is a `Frame`: a program,
whom it acts for, at which step it is. The frames of a state are a stack; `run_frames` executes the topmost until
somebody must choose (`state.options` holds what can be chosen, `state.asker` who chooses), and `answer` hands the
choice to the step that waits. So an effect can pause at any decision, be copied, saved and loaded in the middle.

**Steps** (`steps.py`). A step is an `Op` with `run(table, state, frame)`: true when it is done, false when somebody
must choose first (`return ask(state, who, options)`) or when it has put frames on top that happen in between; it is
then run again. `Pick` is a step in which somebody picks: it gives `times`, `options`, `pick`, and `decider` for who
picks. `can` tells whether a choice may begin with the step, `in_full` whether all of it can be done.
`tell(state, frame, kind, rule, **data)` notes an event, `holds(table, state, conditions, actor, frame)` asks conditions
of a `Scene`. Steps that are parts of the rules rather than of a line are `Program`s too, made by hand.

**Forms** (`forms.py`). Each game has one `FORMS = Forms()`; code is registered under the forms of the notation where it
is defined. Slots of the form are parameters of the same name (`from_` for `from`); those annotated `int` are numbers:

    @FORMS.step("draw {number} {deck}", only={"deck": ("hidden", "recruit")})
    def draw(table, state, frame, number: int, deck: str) -> None: ...           # a step without a choice
    @FORMS.step("flip {quantity} at {place}")
    class Flip(Pick): def __init__(self, quantity: str, place: str) -> None: ... # a step with a choice
    @FORMS.bind("move {number} {deck} from {from=deck} to {to=deck}")
    def move(number: int, deck: str, from_: str, to: str) -> Op: ...             # words decide which step is meant
    @FORMS.condition("stage {number}")
    def stage_is(scene: Scene, number: int) -> bool: ...

With `asks_each=True` the conditions of a step are not asked once before it, but handed to it as `conditions`, to be
asked of each one it concerns. `op.form` is the form a step came from. `FORMS.compile(line)` gives the conditions of the
trigger and the steps; a word without code is a `CannotExecute`. A game whose choices go on differently gives its own
`Branch` (`Forms(branch=…)`).

**States** (`state.py`). A state is declared, field by field, each with its kind and who sees it; constructor, `copy`,
equality, `save`, `load`, `shown`, `sizes` and `held` (all cards, for the census) come from the declaration:

    class Frame(machine.Frame):
        those: list[int] = field(list_of(CARD), is_held=True)
    class State(machine.State):
        hand: list[int] = field(list_of(CARD), seen=ALL, is_held=True)
        frames: list[Frame] = field(list_of(record(Frame)), is_held=True)

A value that is an index is saved as its code: `code_in("codes")` looks in `table.codes`, `code_in(NAMES)` in a tuple.

**The engine** (`engine.py`). `Engine` is what is fixed before a game begins (cards, numbers, `programs` by key) and the
methods that all games share; the functions of a game take it as `table`. A game's class adds its data and says what
its own functions are: `view = seen.view`. Where play between effects is not programs as well, it gives `between`
(what can be done now), `moves` (what each action does, made by `move`) and `go_on` (what happens up to the
next decision).
"""
