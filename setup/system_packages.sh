#!/bin/sh
# Installs Tesseract with the languages the samples need, or says exactly what to install.
set -eu

here=$(dirname "$0")
languages="ces pol ita eng osd"
. "$here/apt.sh"

is_complete() {
    command -v tesseract >/dev/null 2>&1 || return 1
    known=$(tesseract --list-langs 2>/dev/null)
    for language in $languages; do
        echo "$known" | grep -qx "$language" || return 1
    done
}

if is_complete; then
    exit 0
fi

# shellcheck disable=SC2046
install_packages $(cat "$here/packages.txt") || {
    echo "Rulewright needs Tesseract with the languages: $languages." >&2
    echo "On Fedora: dnf install tesseract tesseract-langpack-ces tesseract-langpack-pol tesseract-langpack-ita tesseract-osd" >&2
    echo "On macOS: brew install tesseract tesseract-lang" >&2
    echo "Elsewhere see the installation page of Tesseract. Then run make again." >&2
    exit 3
}

if ! is_complete; then
    echo "Tesseract was installed, but not all of its languages are there: $languages." >&2
    echo "Run 'tesseract --list-langs' to see which are missing." >&2
    exit 3
fi
