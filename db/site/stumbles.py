"""What is answered where a page cannot be: a sentence and a status, without the long report that Datasette prints."""

import traceback
from typing import Any

from datasette import Response
from datasette.utils.asgi import Base400, Forbidden
from datasette.views.base import DatasetteError
from markupsafe import Markup

from db.site.answers import is_own

_TOO_MUCH = "This question needs more memory than one may have. Ask for less."
_MISPUT = "This address cannot be answered: a setting in it is not what its table expects."


async def stumbled(datasette: Any, request: Any, exception: Exception) -> Any:
    """The answer to an address that Datasette stumbled over; mistakes of our own pages stay ours, and are printed."""
    status, message, told = _told(request, exception)
    if status == 500:
        traceback.print_exception(exception)
    told |= {"ok": False, "error": message, "status": status}
    if request.path.endswith(".json"):
        return Response.json(told, status=status)
    template = datasette.jinja_env.select_template([f"{status}.html", "error.html"])
    shown = {
        **told,
        "urls": datasette.urls,
        "app_css_hash": datasette.app_css_hash(),
        "menu_links": list,
    }
    return Response.html(await template.render_async(shown), status=status)


def _told(request: Any, exception: Exception) -> tuple[int, str | Markup, dict[str, Any]]:
    if isinstance(exception, DatasetteError):
        message = Markup(exception.message) if exception.message_is_html else exception.message
        # An address that names no column of its table is 500 to Datasette.
        status = 400 if exception.status >= 500 else exception.status
        return status, message, {**exception.error_dict, "title": exception.title}
    if isinstance(exception, Base400):
        usual = "This is not shown to others." if isinstance(exception, Forbidden) else "There is nothing here."
        return exception.status, str(exception.args[0]) if exception.args else usual, {"title": None}
    if isinstance(exception, MemoryError):
        return 503, _TOO_MUCH, {"title": None}
    if is_own(request.path):
        return 500, "Something went wrong here, and it is our mistake.", {"title": None}
    return 400, _MISPUT, {"title": None}
