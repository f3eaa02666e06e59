const maxCount = 20
const maxLength = 2_000

/**
 * What is wrong with a client's redirect URIs, as the end of a sentence about them; undefined when nothing is. A code
 * goes where they lead, so a scheme that a browser runs or that any program may claim is none.
 */
export function redirectProblem(uris: readonly unknown[]): string | undefined {
  if (uris.length > maxCount) return `must be at most ${maxCount}`
  for (const uri of uris) {
    const problem = problemOf(uri)
    if (problem !== undefined) return problem
  }
  const kinds = new Set(uris.map((uri) => kindOf(String(uri))))
  if (kinds.has('local https') && (kinds.has('loopback') || kinds.has('app')))
    return 'must not mix https on localhost with http on localhost or the scheme of an app'
  return undefined
}

/** Native clients listen on a port that they learn late, so it does not count; web clients must match to the letter. */
export function applicationTypeOf(uris: readonly string[]): 'native' | 'web' {
  return uris.some((uri) => ['loopback', 'app'].includes(kindOf(uri) ?? '')) ? 'native' : 'web'
}

function problemOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri === '' || uri.length > maxLength)
    return `must be strings of 1 to ${maxLength.toLocaleString('en')} characters`
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'must not contain spaces or characters outside ASCII'
  if (/[\\*#]/.test(uri)) return 'must not contain fragments, wildcards or backslashes'
  if (/^[^/?]*\/\/[^/?]*@/.test(uri)) return 'must not contain a user name or a password'
  if (kindOf(uri) === undefined)
    return 'must use https, http on localhost, 127.0.0.1 or [::1], or the own scheme of an app, such as com.example.app:'
  return undefined
}

function kindOf(uri: string): 'https' | 'local https' | 'loopback' | 'app' | undefined {
  const url = URL.parse(uri)
  if (url === null) return undefined
  const scheme = url.protocol.slice(0, -1)
  if (scheme !== 'https' && scheme !== 'http') return isAppScheme(scheme) ? 'app' : undefined
  // A browser would complete `https:host`, and so send the code to where nobody reads it from this spelling.
  if (!/^https?:\/\/[^/]/i.test(uri)) return undefined
  const isLocal = loopbacks.has(url.hostname)
  if (scheme === 'https') return isLocal ? 'local https' : 'https'
  return isLocal ? 'loopback' : undefined
}

/** A scheme of one word may belong to anything; with a reversed domain in it, or well known, it belongs to an app. */
function isAppScheme(scheme: string): boolean {
  return knownApps.has(scheme) || /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/.test(scheme)
}

const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]'])
const knownApps = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed'])
