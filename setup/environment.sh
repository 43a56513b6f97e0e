#!/bin/sh
# Makes the virtual environment and installs the project into it: environment.sh PYTHON FOLDER [EXTRAS]
set -eu

python=$1
venv=$2
extras=${3:-}
. "$(dirname "$0")/apt.sh"

if ! command -v "$python" >/dev/null 2>&1; then
    echo "There is no $python here. Install Python 3.11 or newer, or name one: make PYTHON=python3.12 …" >&2
    exit 3
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Rulewright needs Python 3.11 or newer, but $python is $("$python" -V). Name another: make PYTHON=python3.12 …" >&2
    exit 3
}
if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    install_packages "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" || {
        echo "This Python has no venv module. Install it, e.g. the package python3-venv, and run make again." >&2
        exit 3
    }
fi

"$python" -m venv "$venv"
echo "Installing Python packages into $venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint constraints.txt --editable ".${extras:+[$extras]}"
