# Sourced: `install_packages NAME…` installs Debian packages, with sudo when not root, or says what to run.

install_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        return 1
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null 2>&1; then
        as_root="sudo"
    else
        echo "Some packages are missing, and neither root nor sudo is at hand. As root, run:" >&2
        echo "    apt-get install $*" >&2
        exit 3
    fi
    echo "Installing $*"
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
