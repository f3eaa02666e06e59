import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

export interface GuardOptions {
  readonly appUrl: string
  readonly listen: { readonly host: string; readonly port: number }
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
}

/** Checks under which name, from which page and through which proxy a request comes. */
export class Guard {
  readonly #hosts: ReadonlySet<string>
  readonly #origins: ReadonlySet<string>
  readonly #allowed: ReadonlySet<string>
  readonly #proxies: BlockList
  readonly #appUrl: string
  readonly #appHost: string

  constructor({ appUrl, listen, allowedOrigins, trustedProxies }: GuardOptions, port: number) {
    const app = new URL(appUrl)
    this.#appUrl = appUrl
    this.#appHost = app.host
    const isLocal = loopbackNames.includes(app.hostname) || loopbackNames.includes(listen.host)
    const local = isLocal ? loopbackNames.map((name) => `${name}:${port}`) : []
    this.#hosts = new Set([app.host, ...local])
    this.#origins = new Set([app.origin, ...local.map((host) => `http://${host}`)])
    this.#allowed = new Set(allowedOrigins)
    this.#proxies = networks(trustedProxies)
  }

  /** Why the request is refused, in words; undefined if it may pass. */
  refusal(request: IncomingMessage, isOpenToAnyPage = false): string | undefined {
    const { host, origin } = request.headers
    if (host === undefined || !this.#hosts.has(host.toLowerCase())) {
      return `This server does not answer for the host ${quoted(host)}. Its address is ${this.#appUrl}; set APP_URL to change it.`
    }
    if (isOpenToAnyPage) return undefined
    if (origin !== undefined && !this.#origins.has(origin) && !this.#allowed.has(origin)) {
      return `Requests from pages of ${quoted(origin)} are not allowed. Name the origin in ALLOWED_ORIGINS to allow them.`
    }
    return undefined
  }

  /** The same address under the public name, for a page requested under another name: cookies are for one name only. */
  canonical({ headers, url = '/' }: IncomingMessage): string | undefined {
    return headers.host?.toLowerCase() === this.#appHost ? undefined : this.#appUrl + url
  }

  /** The origin of another site that may read our answers. */
  foreignOrigin(request: IncomingMessage): string | undefined {
    const { origin } = request.headers
    return origin !== undefined && this.#allowed.has(origin) ? origin : undefined
  }

  /** The client's address: the peer's, or the one that trusted proxies report. */
  address(request: IncomingMessage): string {
    const peer = plain(request.socket.remoteAddress ?? '')
    if (!this.#isProxy(peer)) return peer
    const hops = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plain(hop.trim()))
      .filter(Boolean)
    return hops.findLast((hop) => !this.#isProxy(hop)) ?? peer
  }

  #isProxy(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }

  /** A trusted proxy, or a program on this machine: its forwarding headers are used. */
  isTrusted(request: IncomingMessage): boolean {
    return this.isLoopback(request) || this.#isProxy(plain(request.socket.remoteAddress ?? ''))
  }

  /** A direct peer on this machine, not someone behind a proxy on it. */
  isLoopback(request: IncomingMessage): boolean {
    const { headers, socket } = request
    const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers || 'x-real-ip' in headers
    const peer = plain(socket.remoteAddress ?? '')
    return !isForwarded && (peer === '::1' || peer.startsWith('127.'))
  }
}

/** If one of these is sent twice, a proxy may have checked the other one. */
export function isAmbiguous({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  let credentials = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    else if (name.length === 13 && name.toLowerCase() === 'authorization') credentials += 1
  }
  return hosts > 1 || credentials > 1
}

/** Single addresses, and networks such as `10.0.0.0/8`. */
function networks(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const version = isIP(address)
    if (version === 0)
      throw new Error(`TRUSTED_PROXIES names ${text}, which is neither an address nor a network`)
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d)/i, '')
}

function quoted(value: string | undefined): string {
  return value === undefined ? '(none)' : JSON.stringify(value.slice(0, 100))
}
