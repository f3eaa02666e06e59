import type { CustomFetch } from 'openid-client'
import type { SafeFetch } from '../oauth/safe-fetch.ts'
import type { Tracing } from '../telemetry/tracing.ts'

/** Strangers choose these addresses: they do not get the trace context. */
export function tracedDocuments(safeFetch: SafeFetch, tracing: Tracing): Pick<SafeFetch, 'fetch'> {
  const fetch = tracedFetch(
    tracing,
    'fetch client document',
    (url, init: Parameters<SafeFetch['fetch']>[1]) => safeFetch.fetch(url, init),
  )
  return { fetch: (url, init) => fetch(url, init) }
}

/** The administrator chose the issuers: their spans can be joined to ours. */
export function tracedIssuers(tracing: Tracing): CustomFetch {
  return tracedFetch(tracing, 'ask issuer', (url, init: Parameters<CustomFetch>[1]) =>
    // The library's own type for what it hands to `fetch` names fewer kinds of bodies than `fetch` takes.
    fetch(url, { ...init, headers: { ...init.headers, ...tracing.headers() } } as RequestInit),
  )
}

/** The same holds for the servers that modules are configured with. */
export function tracedRequests(
  tracing: Tracing,
): (url: string, init: RequestInit & { headers: Headers }) => Promise<Response> {
  return tracedFetch(tracing, 'send request', (url, init) => {
    for (const [name, value] of Object.entries(tracing.headers())) init.headers.set(name, value)
    return fetch(url, init)
  })
}

/** Of the address only the host is recorded: the rest may contain credentials. */
function tracedFetch<Init>(
  tracing: Tracing,
  name: string,
  fetch: (url: string, init: Init) => Promise<Response>,
): (url: string, init: Init) => Promise<Response> {
  return (url, init) => {
    const attributes = { 'server.address': URL.parse(url)?.hostname ?? '' }
    return tracing.inside({ name, kind: 'client', attributes }, async (span) => {
      const response = await fetch(url, init)
      span.set({ 'http.response.status_code': response.status })
      if (response.status >= 500) span.fail(String(response.status))
      return response
    })
  }
}
