/** What is on the way of the commands of a page. */
export interface Place {
  readonly root: string
  readonly program: string
  readonly url: string
}

/**
 * Our program, and stand-ins for those that are not here, which take only what the real ones take. An address that a
 * client is given must be one at which this server asks for a token; a program that it is given must be there.
 */
export function prelude({ root, program, url }: Place): string {
  return `set -euo pipefail
quipu() { "${process.execPath}" "${program}" "$@"; }
npx() { local name=$1; shift; if [ "$name" = quipu ]; then quipu "$@"; else "${root}/node_modules/.bin/$name" "$@"; fi; }
unknown() { echo "$* is not known here" >&2; exit 1; }
npm() { case "$*" in install | "install ./quipu-"*.tgz | start | test) ;; *) unknown npm "$@" ;; esac; }
is_name() { [[ $1 =~ ^[a-z]+$ ]]; }
is_endpoint() { [[ $1 == ${url}/* ]] && [ "$(curl -s -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' -d '{}' "$1")" = 401 ]; }
is_server() { [ $# = 2 ] && [ -x "$1" ] && [ "$2" = stdio ]; }
is_bearer() { [ $# = 0 ] || { [ $# = 2 ] && [ "$1" = --header ] && [[ $2 == "Authorization: Bearer "?* ]]; }; }
claude() {
  case "$*" in
    "mcp add --transport http "*) is_name "$5" && is_endpoint "$6" && is_bearer "\${@:7}" ;;
    "mcp add "*" -- "*) is_name "$3" && is_server "\${@:5}" ;;
    *) false ;;
  esac || unknown claude "$@"
}
code() {
  [ $# = 2 ] && [ "$1" = --add-mcp ] || unknown code "$@"
  local parts
  mapfile -t parts < <("${process.execPath}" --eval '${partsOfServer}' "$2")
  case "\${parts[0]:-}" in http) is_endpoint "\${parts[1]}" ;; stdio) is_server "\${parts[@]:1}" ;; *) false ;; esac || unknown code "$@"
}`
}

/** What VS Code is given, a part a line: an address, or a program and its arguments. Anything else in it is a mistake. */
const partsOfServer = `
  const { name, type, url, command, args, ...more } = JSON.parse(process.argv[1])
  const isKnown = name === "quipu" && Object.keys(more).length === 0
  if (isKnown && type === "http" && command === undefined) console.log("http\\n" + url)
  if (isKnown && type === undefined && url === undefined) console.log(["stdio", command, ...args].join("\\n"))`
