import { original } from './original.ts'
import { strike } from './strike.ts'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

const real = await original<{ openHttp(fetch: Fetch): unknown }>('outbound/open-http.ts')

export function openHttp(fetch: Fetch): unknown {
  return real.openHttp((url, init) => strike('requests', () => fetch(url, init), broken))
}

function broken(when: string): Error {
  const cause = Object.assign(new Error(`the connection broke ${when}`), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}
