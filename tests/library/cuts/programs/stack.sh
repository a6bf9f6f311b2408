#!/usr/bin/env bash
# Backs up folders, one archive each.

set -euo pipefail
readonly TARGET="${1:-/var/backups}"
KEEP=7  # archives

# Says when, and what.
log() {
    printf '%s %s\n' "$(date -u +%FT%TZ)" "$*" >&2
}

usage() {
    cat <<-END
	usage: backup TARGET FOLDER...
	    function not_one() { this is a here-document; }
	END
    exit 2
}

# Writes one archive.
# It is complete or it is not there.
function archive {
    local folder=$1
    local name
    name="$(basename "$folder")-$(date +%s).tar.gz"
    # Refuse what is not a folder.
    refuse() {
        log "not a folder: $1"
        return 1
    }
    [[ -d $folder ]] || refuse "$folder"
    tar -czf "$TARGET/.$name" -C "$(dirname "$folder")" "$(basename "$folder")"
    mv "$TARGET/.$name" "$TARGET/$name"
}

prune() (
    cd "$TARGET"
    ls -1t -- *.tar.gz | tail -n "+$((KEEP + 1))" | while read -r old; do
        rm -- "$old"
    done
)

[[ $# -gt 1 ]] || usage
shift
for folder in "$@"; do
    archive "$folder"
done
prune
