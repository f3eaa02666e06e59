/** A step that failed: what is wrong, and what to do. */
export class Failed extends Error {
  override readonly name = 'Failed'

  constructor(problem: string, fix: string) {
    super(`${problem}: ${fix}`)
  }
}

interface RequestOptions {
  readonly method?: 'POST'
  readonly json?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** One request as a client sends it, without following redirects. */
export async function send(url: string, { method, json, headers }: RequestOptions = {}): Promise<Response> {
  if (!/^https?:\/\//.test(url)) throw new Failed(`${url} is no http address`, 'write it as https://…/mcp')
  return fetch(url, {
    method: method ?? 'GET',
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    headers: {
      accept: 'application/json, text/event-stream',
      'user-agent': 'quipu-doctor/1',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
}

export async function readJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send(url)
  if (answer.status !== 200)
    throw new Failed(`${url} answers ${answer.status}`, 'let the proxy lead this path to Quipu too')
  const document: unknown = await answer.json().catch(() => undefined)
  if (typeof document !== 'object' || document === null)
    throw new Failed(`${url} answers no JSON`, 'let the proxy lead this path to Quipu too')
  return { ...document }
}

export function fieldOf(document: Readonly<Record<string, unknown>>, name: string): string {
  const value = document[name]
  if (typeof value === 'string') return value
  throw new Failed(`the document has no ${name}`, 'is this a Quipu?')
}

/** Our own message; `fetch` hides the cause of a failure in an error of its own. */
export function firstFailure(error: unknown): string {
  if (error instanceof Failed) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer within 10 seconds: check the firewall and the proxy'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const known = reasons.get(code)
  return known ?? `it cannot be reached (${code || error.message}): check the address and the network`
}

const reasons = new Map([
  ['ECONNREFUSED', 'nothing listens there: is the server running, and is the port right?'],
  ['ENOTFOUND', 'the name is not known: check its spelling and the DNS'],
  ['EAI_AGAIN', 'the name cannot be looked up now: check the network and the DNS'],
  ['ECONNRESET', 'the connection was cut: check the proxy'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired: renew it'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'the certificate is self-signed: clients refuse it; use one of a known authority',
  ],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another name: clients refuse it'],
])
