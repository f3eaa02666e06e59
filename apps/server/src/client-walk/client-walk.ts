import { createHash, randomBytes } from 'node:crypto'
import { Failed, fieldOf, firstFailure, readJson, send } from './requests.ts'

export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/** What the steps have learned so far. */
interface Way {
  readonly url: string
  metadataUrl: string
  server: string
  endpoints: Readonly<Record<string, unknown>>
  clientId: string
}

type Step = readonly [name: string, take: (way: Way) => Promise<string>]

const redirectUri = 'http://127.0.0.1:33418/callback'

/**
 * Connects to an MCP address as a client does, up to the sign-in of a person, and with a token up to a first call. Ends
 * at the first step that fails, with the likely cause and what to do.
 */
export async function walkAsClient(url: string, token: string | undefined): Promise<readonly Finding[]> {
  const way: Way = { url, metadataUrl: '', server: '', endpoints: {}, clientId: '' }
  const steps: readonly Step[] = [
    ['challenge', askWithoutToken],
    ['resource', readResource],
    ['sign-in server', readServer],
    ['registration', register],
    ['authorize', authorize],
    ...(token === undefined ? [] : [['first call', () => call(url, token)] as const]),
  ]
  const findings: Finding[] = []
  for (const [name, take] of steps) {
    const finding = await take(way).then(
      (detail) => ({ name, ok: true, detail }),
      (error: unknown) => ({ name, ok: false, detail: firstFailure(error) }),
    )
    findings.push(finding)
    if (!finding.ok) return findings
  }
  return findings
}

async function askWithoutToken(way: Way): Promise<string> {
  const answer = await send(way.url, { method: 'POST', json: hello })
  if (answer.status === 404)
    throw new Failed(`there is nothing at ${way.url}`, 'the MCP address of a Quipu ends with /mcp')
  if (answer.status !== 401)
    throw new Failed(
      `it answers ${answer.status} instead of 401`,
      'is this the MCP address, and does the proxy lead it to Quipu?',
    )
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const [, found] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
  if (found === undefined)
    throw new Failed(
      'the 401 has no WWW-Authenticate header that leads on',
      'let the proxy pass the header on',
    )
  way.metadataUrl = found
  return '401, and it says where to sign in'
}

async function readResource(way: Way): Promise<string> {
  const document = await readJson(way.metadataUrl)
  const resource = fieldOf(document, 'resource')
  if (resource !== way.url)
    throw new Failed(
      `it calls itself ${resource}, and you asked for ${way.url}`,
      'use exactly that address, or set APP_URL to the public address',
    )
  const servers = document['authorization_servers']
  if (!Array.isArray(servers) || typeof servers[0] !== 'string')
    throw new Failed('it names no sign-in server', 'is this a Quipu?')
  way.server = servers[0]
  return resource
}

async function readServer(way: Way): Promise<string> {
  const { origin, pathname } = new URL(way.server)
  const path = pathname === '/' ? '' : pathname
  const document = await readJson(`${origin}/.well-known/oauth-authorization-server${path}`)
  const issuer = fieldOf(document, 'issuer')
  if (issuer !== way.server)
    throw new Failed(
      `it calls itself ${issuer} instead of ${way.server}`,
      'set APP_URL to the public address',
    )
  const methods = document['code_challenge_methods_supported']
  if (!Array.isArray(methods) || !methods.includes('S256'))
    throw new Failed('it does not offer PKCE with S256', 'clients refuse such a server')
  way.endpoints = document
  return issuer
}

async function register(way: Way): Promise<string> {
  const answer = await send(fieldOf(way.endpoints, 'registration_endpoint'), {
    method: 'POST',
    json: {
      client_name: 'quipu doctor',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  })
  const document = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (answer.status !== 201)
    throw new Failed(
      `it answers ${answer.status} (${JSON.stringify(document['error'] ?? 'no reason')})`,
      'see the log of the server for this request',
    )
  way.clientId = fieldOf(document, 'client_id')
  return 'a client can register itself; the one of this check is removed later, because nobody uses it'
}

async function authorize(way: Way): Promise<string> {
  const address = new URL(fieldOf(way.endpoints, 'authorization_endpoint'))
  const verifier = randomBytes(32).toString('base64url')
  const query = {
    response_type: 'code',
    client_id: way.clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(16).toString('base64url'),
    resource: way.url,
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const answer = await send(address.href, { headers: { accept: 'text/html' } })
  if (answer.status >= 400)
    throw new Failed(`it answers ${answer.status}`, 'open the address of the log in a browser to see why')
  const next = answer.headers.get('location') ?? ''
  if (next.startsWith(redirectUri))
    throw new Failed(
      `it refuses: ${new URL(next).searchParams.get('error') ?? next}`,
      'see the log of the server',
    )
  return 'a browser gets the sign-in page; from here a person continues'
}

async function call(url: string, token: string): Promise<string> {
  const answer = await send(url, {
    method: 'POST',
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status === 401)
    throw new Failed(
      'the token is not valid here',
      `make one for this address: quipu pat create --resource ${url}`,
    )
  if (answer.status !== 200) throw new Failed(`it answers ${answer.status}`, 'see the log of the server')
  const { result } = (await answer.json()) as { result?: { tools?: unknown[] } }
  return `${result?.tools?.length ?? 0} tools`
}

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'quipu-doctor', version: '1' },
  },
}
