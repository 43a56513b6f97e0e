"""What the site adds to Datasette: its pages, forgiving search in SQL, links from cell to row, and safe headers."""

import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from datasette import Response
from datasette.utils import sqlite_timelimit
from markupsafe import Markup
from pluggy import HookimplMarker

from db.search import match_expression
from db.site.answers import answered
from db.site.bounds import bound, own_questions
from db.site.data import FORMAT, page_data, table_data
from db.site.documents import confidence_class
from db.site.library import Library, read_library
from db.site.page import ANYTHING, Asked, Missing, SitePage
from db.site.pages import PAGES
from db.site.safety import ROBOTS, guarded
from db.site.stumbles import stumbled
from db.site.words import speech, wanted_language
from schema.catalogue import SPOKEN
from schema.folding import fold

hookimpl = HookimplMarker("datasette")

_REFERENCE = re.compile(r"[a-z_]+/[0-9]+")
_HOME = PAGES[0]
_MENU = (
    ("find", "find.title"),
    ("conflicts", "nav.conflicts"),
    ("documents", "nav.documents"),
    ("tables", "tables.title"),
)


def _nothing(_asked: Asked) -> dict[str, Any]:
    raise Missing


_MISSING = SitePage("missing", ANYTHING, _nothing)
_LIBRARIES: WeakKeyDictionary[Any, Library] = WeakKeyDictionary()
PLUGIN = "rulewright_site"
_RANDOM = """
    SELECT game.code, card.code FROM card JOIN game ON game.id = card.game_id
    WHERE :game IN ('', game.code) ORDER BY random() LIMIT 1
"""


@hookimpl
def prepare_connection(conn: sqlite3.Connection) -> None:
    """Bound what SQL may cost, and give it the folding of letters and the reading of search words."""
    bound(conn)
    conn.create_function("fold", 1, lambda text: fold(str(text or "")), deterministic=True)
    conn.create_function("match_expression", 1, lambda query: match_expression(str(query or "")), deterministic=True)


@hookimpl
def asgi_wrapper(datasette: Any) -> Callable[[Any], Any]:
    """Every answer has the headers of safety, a bounded size and a tag."""
    stamp = str((datasette.plugin_config(PLUGIN) or {}).get("stamp", ""))
    return lambda app: guarded(answered(app, stamp))


@hookimpl(hookwrapper=True)
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Iterator[None]:
    """Answer in Datasette's stead, which prints all variables there are, for seconds, at each wrong address."""
    outcome: Any = yield
    outcome.force_result([stumbled(datasette, request, exception)])


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """The front page in the browser's language, every page of the list in each language, and no robots."""

    async def front(request: Any, datasette: Any) -> Any:
        language = wanted_language(request.headers.get("accept-language", ""))
        answer = await _show(datasette, request, _HOME, language)
        answer.headers["Vary"] = "Accept-Language"
        return answer

    async def robots() -> Any:
        return Response.text(ROBOTS)

    async def random_card(request: Any, datasette: Any) -> Any:
        def chosen(connection: sqlite3.Connection) -> Any:
            return connection.execute(_RANDOM, {"game": request.args.get("game") or ""}).fetchone()

        found = await datasette.get_database(_name(datasette)).execute_fn(chosen)
        if found is None:
            return await _show(datasette, request, _MISSING, request.url_vars["lang"])
        address = f"/{request.url_vars['lang']}/card/{quote(found[0])}/{quote(found[1])}"
        return Response.redirect(address, headers={"Cache-Control": "no-store"})

    # Datasette's pages about itself tell where files lie on this machine, which is nobody's business.
    nothing = (r"/-/(?!static)", _view(_MISSING))
    return [
        (r"/$", front),
        (r"/robots\.txt$", robots),
        nothing,
        (rf"/(?P<lang>{'|'.join(SPOKEN)})/random$", random_card),
        *((page.route_of("json"), _view(page, "json")) for page in PAGES),
        *((page.route_of("csv"), _view(page, "csv")) for page in PAGES if page.table),
        *((page.route, _view(page)) for page in (*PAGES, _MISSING) if not page.is_data),
    ]


def _view(page: SitePage, form: str = "html") -> Callable[..., Awaitable[Any]]:
    async def view(request: Any, datasette: Any) -> Any:
        language = request.url_vars.get("lang") or wanted_language(request.headers.get("accept-language", ""))
        return await _show(datasette, request, page, language, form)

    return view


def _name(datasette: Any) -> str:
    return next(str(n) for n, database in datasette.databases.items() if not database.is_memory)


async def _show(datasette: Any, request: Any, page: SitePage, language: str, form: str = "html") -> Any:
    """Gather what a page shows in one go on the database's thread, and render it."""
    name = _name(datasette)
    settings = datasette.plugin_config(PLUGIN) or {}

    def gather(connection: sqlite3.Connection) -> tuple[Asked, dict[str, Any] | None, int]:
        with own_questions(connection):
            return asked_and_found(connection)

    def asked_and_found(connection: sqlite3.Connection) -> tuple[Asked, dict[str, Any] | None, int]:
        library = _LIBRARIES.get(datasette)
        if library is None:
            library = _LIBRARIES[datasette] = read_library(connection)
        asked = Asked(
            connection,
            library,
            speech(language),
            name,
            request.url_vars,
            {key: request.args.get(key) for key in request.args},
            full_text=settings.get("full_text", True),
            has_pictures=settings.get("pictures", False),
            is_whole=form == "csv",
        )
        try:
            with sqlite_timelimit(connection, datasette.setting("sql_time_limit_ms")):
                return asked, page.gather(asked), 200
        except Missing:
            return asked, None, 404
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise
            return asked, None, 503

    asked, found, status = await datasette.get_database(name).execute_fn(gather)
    if found is not None and form == "json":
        told = page_data(page.name, request.path, language, found)
        return Response(told, content_type="application/json; charset=utf-8")
    if found is not None and form == "csv" and page.table is not None:
        headers = {"Content-Disposition": f'attachment; filename="{page.name}.csv"'}
        return Response(table_data(*page.table(found)), headers=headers, content_type="text/csv; charset=utf-8")
    if found is None and form != "html":
        problem = {"format": FORMAT, "page": page.name, "address": request.path, "error": asked.say("missing.title")}
        return Response.json(problem, status=status)
    shown = {"is_slow": status == 503} if found is None else found
    template = _MISSING.template if found is None else page.template
    context = {**_common(datasette, request, asked, name), **shown}
    html = await datasette.render_template(template, context, request=request)
    return Response.html(html, status=status)


def _common(datasette: Any, request: Any, asked: Asked, name: str) -> dict[str, Any]:
    """What every template may use."""
    path = request.path if request.path != "/" else f"/{asked.say.language}"
    inner = path.strip("/").partition("/")[2]
    query = f"?{request.query_string}" if request.query_string else ""
    return {
        "asked": asked,
        "say": asked.say,
        "library": asked.library,
        "sure": confidence_class,
        "languages_spoken": [(speech(code), f"/{code}/{inner}{query}".rstrip("/")) for code in SPOKEN],
        "here": inner.split("/")[0],
        "told": datasette.metadata(database=name) if inner == "tables" else {},
        "is_copy": (datasette.plugin_config(PLUGIN) or {}).get("copy", False),
        "q": "",
    }


@hookimpl
def menu_links(request: Any) -> list[dict[str, str]]:
    """The way back from Datasette's pages to ours."""
    language = wanted_language(request.headers.get("accept-language", "") if request else "")
    say = speech(language)
    return [
        {"href": f"/{language}", "label": say("nav.home")},
        *({"href": f"/{language}/{page}", "label": say(label)} for page, label in _MENU),
    ]


@hookimpl
def render_cell(value: object, column: str, database: str, datasette: Any) -> Markup | None:
    """Link a reference to its row, and a subject to everything that is said of it."""
    if not isinstance(value, str) or not value:
        return None
    if column == "reference" and _REFERENCE.fullmatch(value):
        return Markup('<a href="{}">{}</a>').format(datasette.urls.path(f"{database}/{value}"), value)
    if column == "subject":
        source = datasette.urls.path(f"{database}/source?subject={quote(value)}")
        return Markup('<a href="{}">{}</a>').format(source, value)
    return None
