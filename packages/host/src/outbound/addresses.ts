import type { HttpRequest } from '@quipu/kit'

/** Throws a `TypeError` that does not repeat the address: it may hold a password. */
export function baseOf(text: string): URL {
  const base = URL.parse(text)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new TypeError('The base of outbound requests must be an http or https URL')
  if (base.username + base.password + base.search + base.hash !== '')
    throw new TypeError('The base of outbound requests must have no credentials, query or fragment')
  base.pathname = base.pathname.replace(/\/*$/, '/')
  return base
}

/** The base and a path under it. A path that could leave the base is a bug of the module: ids must be encoded. */
export function addressOf(base: URL, path: string, query: HttpRequest['query'] = {}): URL {
  if (/[?#\\]/.test(path) || dotSegment.test(path))
    throw new TypeError('The path of a request must be plain: encode what stands in it')
  const url = new URL(base.href + path.replace(/^\/+/, ''))
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item))
  }
  return url
}

const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i
