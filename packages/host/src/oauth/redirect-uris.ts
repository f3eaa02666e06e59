const maxCount = 20
const maxLength = 2_000

/** Who sets a client's redirect URIs: the client itself, or an admin. */
export type Voucher = 'client' | 'admin'

/**
 * What is wrong with a client's redirect URIs, as the end of a sentence about them; undefined if nothing is. A code is
 * sent to them, so a scheme that a browser executes is refused, and one that any program may claim needs an admin.
 */
export function redirectProblem(uris: readonly unknown[], by: Voucher = 'client'): string | undefined {
  if (uris.length > maxCount) return `must be at most ${maxCount}`
  for (const uri of uris) {
    const problem = problemOf(uri, by)
    if (problem !== undefined) return problem
  }
  const kinds = new Set(uris.map((uri) => kindOf(String(uri))))
  if (kinds.has('local https') && (kinds.has('loopback') || kinds.has('app') || kinds.has('word')))
    return 'must not mix https on localhost with http on localhost or the scheme of an app'
  return undefined
}

/** Native clients learn their port late, so it is ignored; the URIs of web clients must match exactly. */
export function applicationTypeOf(uris: readonly string[]): 'native' | 'web' {
  return uris.some((uri) => ['loopback', 'app', 'word'].includes(kindOf(uri) ?? '')) ? 'native' : 'web'
}

function problemOf(uri: unknown, by: Voucher): string | undefined {
  if (typeof uri !== 'string' || uri === '' || uri.length > maxLength)
    return `must be strings of 1 to ${maxLength.toLocaleString('en')} characters`
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'must not contain spaces or characters outside ASCII'
  if (/[\\*#]/.test(uri)) return 'must not contain fragments, wildcards or backslashes'
  if (/^[^/?]*\/\/[^/?]*@/.test(uri)) return 'must not contain a user name or a password'
  const kind = kindOf(uri)
  if (kind === undefined) return allowed
  return kind === 'word' && by === 'client'
    ? `${allowed}; an admin can add a client whose scheme is one word`
    : undefined
}

const allowed =
  'must use https, http on localhost, 127.0.0.1 or [::1], or the own scheme of an app, such as com.example.app:'

type Kind = 'https' | 'local https' | 'loopback' | 'app' | 'word'

function kindOf(uri: string): Kind | undefined {
  const url = URL.parse(uri)
  if (url === null) return undefined
  const scheme = url.protocol.slice(0, -1)
  if (scheme !== 'https' && scheme !== 'http') return appKindOf(scheme)
  // A browser would complete `https:host`, and so send the code to an address that this spelling does not show.
  if (!/^https?:\/\/[^/]/i.test(uri)) return undefined
  const isLocal = loopbacks.has(url.hostname)
  if (scheme === 'https') return isLocal ? 'local https' : 'https'
  return isLocal ? 'loopback' : undefined
}

/** A one-word scheme may belong to anything; a well-known one, or one with a reversed domain, belongs to an app. */
function appKindOf(scheme: string): 'app' | 'word' | undefined {
  if (knownApps.has(scheme) || /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/.test(scheme)) return 'app'
  return /^[a-z][a-z0-9-]+$/.test(scheme) && !notOfApps.has(scheme) ? 'word' : undefined
}

const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]'])
const knownApps = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed'])

/**
 * Schemes that a browser or the operating system handles itself: they cannot belong to an app, even if an admin adds
 * them.
 */
const notOfApps = new Set([
  'about',
  'blob',
  'chrome',
  'chrome-extension',
  'content',
  'data',
  'feed',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'jar',
  'javascript',
  'ldap',
  'mailto',
  'moz-extension',
  'ms-msdt',
  'resource',
  'search-ms',
  'sms',
  'ssh',
  'tel',
  'urn',
  'vbscript',
  'view-source',
  'ws',
  'wss',
])
