const maxLength = 2_000

/**
 * The target after signing in: a path of this server as browsers resolve it, in ASCII, ready for a `Location` header.
 * Anything else becomes `/`.
 */
export function localPath(text: string | undefined): string {
  if (text === undefined || text.length > maxLength || !text.startsWith('/') || unsafe.test(text)) return '/'
  const url = URL.parse(text, somewhere)
  if (url === null || url.origin !== somewhere) return '/'
  const path = url.pathname + url.search + url.hash
  // `/.//other.example` resolves to the path `//other.example`, which would be another host if it were used unchanged.
  return path.startsWith('//') || path.length > maxLength ? '/' : path
}

const somewhere = 'https://local.invalid'
const unsafe = /^\/\/|\\|\p{Cc}/u
