#!/bin/sh
# Installs what only the tests need: a browser and a database server. Where they cannot be had, their tests are skipped.
set -eu

here=$(dirname "$0")
. "$here/apt.sh"

if command -v chromium >/dev/null 2>&1 && ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1; then
    exit 0
fi

# shellcheck disable=SC2046
( install_packages $(cat "$here/test_packages.txt") ) || {
    echo "Chromium and PostgreSQL are not here and cannot be installed by this script; their tests will be skipped." >&2
}
