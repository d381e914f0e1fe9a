"""Finds the address of a sheet as CSV from the address that a browser shows."""

import re
from urllib.parse import SplitResult, parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

MOST_CHARACTERS = 2000
"""The most characters of an address: longer ones are no addresses of sheets."""

_PRINTABLE = re.compile(r"[!-~]*")
_GOOGLE = re.compile(r"(?:/[^/]+)*?/spreadsheets(?:/u/\d+)?/d/(?!e/)([\w-]+)(?:/[\w]*)?/?")
_PUBLISHED = re.compile(r"/spreadsheets(?:/u/\d+)?/d/e/([\w-]+)/(?:pub|pubhtml)/?")
_GITHUB = re.compile(r"/([^/]+)/([^/]+)/blob/(.+)")
_NEXTCLOUD = re.compile(r"(.*/s/[A-Za-z0-9]{8,})/?")


def fault_of(address: str, *, local: bool = False) -> str:
    """The reason why an address must not be requested; "" for a good one.

    `local` allows http to this machine.
    """
    try:
        parts = urlsplit(address)
        port = parts.port  # raises for what is no number
    except ValueError:
        return "it is no address"
    if local and parts.scheme == "http" and parts.hostname == "127.0.0.1" and port:
        return ""
    faults = {
        "it does not begin with https://": parts.scheme != "https",
        "it is no address": not parts.hostname or len(address) > MOST_CHARACTERS,
        "it has a name or password in it": "@" in parts.netloc,
        "it has signs that addresses do not have": not _PRINTABLE.fullmatch(address),
    }
    return next((fault for fault, is_there in faults.items() if is_there), "")


def csv_address(address: str) -> str:
    """The address of a table as CSV; an address of an unknown service stays as it is."""
    parts = urlsplit(address)
    host, path = (parts.hostname or "").lower(), parts.path
    query = dict(parse_qsl(parts.query))
    if host == "docs.google.com":
        return _google(parts, query)
    if host == "github.com" and (match := _GITHUB.fullmatch(path)):
        raw = "/".join(match.groups())
        return urlunsplit(("https", "raw.githubusercontent.com", f"/{raw}", "", ""))
    if host in ("dropbox.com", "www.dropbox.com"):
        return _with_query(parts, {**query, "dl": "1"})
    if host.endswith(".sharepoint.com") or host in ("1drv.ms", "onedrive.live.com"):
        return _with_query(parts, {**query, "download": "1"})
    if match := _NEXTCLOUD.fullmatch(path):
        return urlunsplit((parts.scheme, parts.netloc, f"{match[1]}/download", parts.query, ""))
    return urlunsplit(parts._replace(fragment=""))


def _google(parts: SplitResult, query: dict[str, str]) -> str:
    """The address of a Google sheet as CSV; its `gid` is the sheet's number in the workbook."""
    if match := _PUBLISHED.fullmatch(parts.path):
        kept = {key: value for key, value in query.items() if key in ("gid", "single")}
        path = f"/spreadsheets/d/e/{match[1]}/pub"
        return _with_query(parts._replace(path=path), {**kept, "output": "csv"})
    match = _GOOGLE.fullmatch(parts.path)
    if match is None or "/gviz/" in parts.path:
        return urlunsplit(parts._replace(fragment=""))
    gid = query.get("gid") or next(iter(parse_qs(parts.fragment).get("gid", ())), "0")
    path = f"/spreadsheets/d/{match[1]}/export"
    return _with_query(parts._replace(path=path), {"format": "csv", "gid": gid})


def _with_query(parts: SplitResult, query: dict[str, str]) -> str:
    return urlunsplit(parts._replace(query=urlencode(query), fragment=""))
