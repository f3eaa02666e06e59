import type { ServerResponse } from 'node:http'

const csp = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The headers of every answer, as a flat list ready for `writeHead`. */
export class AnswerHeaders {
  readonly #fixed: readonly string[]

  constructor(appUrl: string) {
    const isSecure = appUrl.startsWith('https:')
    this.#fixed = [
      'x-content-type-options',
      'nosniff',
      'cache-control',
      'no-store',
      ...(isSecure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
    ]
  }

  with(requestId: string, ...more: readonly string[]): string[] {
    return [...this.#fixed, 'x-request-id', requestId, ...more]
  }

  /** For the site, whose answers a browser may show. */
  setOn(response: ServerResponse, requestId: string): void {
    const all = this.with(requestId, 'content-security-policy', csp, 'referrer-policy', 'no-referrer')
    for (let at = 0; at < all.length; at += 2) response.setHeader(all[at] ?? '', all[at + 1] ?? '')
  }
}
