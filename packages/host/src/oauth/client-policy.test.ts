import { expect, test } from 'vitest'
import { documents, registrations } from '../../../../test/environment/client-samples.ts'
import { openProvider } from '../testing/open-provider.ts'

const device = 'urn:ietf:params:oauth:grant-type:device_code'

test.each(Object.entries(registrations))(
  '[A43] [H780] [H782] %s can register, without a secret',
  async (name, body) => {
    const { register, fetched } = await openProvider()

    const { status, body: client } = await register(body)

    expect({ status, client }).toMatchObject({
      status: 201,
      client: {
        client_name: body['client_name'],
        redirect_uris: body['redirect_uris'],
        grant_types: body['grant_types'],
        token_endpoint_auth_method: 'none',
        application_type: ['Claude', 'ChatGPT'].includes(name) ? 'web' : 'native',
      },
    })
    expect(Object.keys(client)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/secret|registration/)]),
    )
    expect(fetched).toEqual([])
  },
)

test('[H780] [H781] [H782] unneeded metadata of a client are dropped, not refused, and none of its URLs is fetched', async () => {
  const { register, fetched } = await openProvider()

  const { status, body: client } = await register({
    redirect_uris: ['https://app.example/cb'],
    client_name: '  App\u202E\u0000 of\n  mine ',
    client_uri: '',
    logo_uri: 'http://app.example/logo.png',
    tos_uri: 7,
    contacts: ['nobody'],
    grant_types: ['implicit', 'password', 'client_credentials', 'authorization_code', device],
    response_types: ['token', 'code', 'id_token token'],
    scope: 'tasks:read fly:away openid',
    token_endpoint_auth_method: 'client_secret_jwt',
    id_token_signed_response_alg: 'HS256',
    subject_type: 'pairwise',
    jwks_uri: 'https://app.example/jwks',
    jwks: { keys: 'none' },
    sector_identifier_uri: 'https://app.example/sector',
    default_max_age: -1,
    client_secret: 'chosen by the client itself',
    software_id: 'x'.repeat(500),
    surprise: true,
  })

  expect({ status, fetched }).toEqual({ status: 201, fetched: [] })
  const { client_id, client_id_issued_at, software_id, ...rest } = client
  expect([typeof client_id, typeof client_id_issued_at, String(software_id).length]).toEqual([
    'string',
    'number',
    200,
  ])
  expect(rest).toEqual({
    application_type: 'web',
    client_name: 'App of mine',
    grant_types: ['authorization_code', device],
    id_token_signed_response_alg: 'ES256',
    redirect_uris: ['https://app.example/cb'],
    require_auth_time: false,
    response_types: ['code'],
    subject_type: 'public',
    token_endpoint_auth_method: 'none',
    dpop_bound_access_tokens: false,
    post_logout_redirect_uris: [],
    require_pushed_authorization_requests: false,
  })
})

test('[H780] a client that says next to nothing gets code and refresh', async () => {
  const { register } = await openProvider()
  const { status, body } = await register({ redirect_uris: ['https://app.example/cb'] })
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  })
  expect(body).not.toHaveProperty('client_secret')
})

test('[H780] a client that asks only for other grants gets code and refresh', async () => {
  const { register } = await openProvider()
  const { body } = await register({
    redirect_uris: ['https://app.example/cb'],
    grant_types: ['implicit'],
    response_types: ['token'],
  })
  expect(body).toMatchObject({
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
})

test('[H781] a client may ask for scopes that it did not name when it registered', async () => {
  const { register, authorize } = await openProvider()
  const { body } = await register({ redirect_uris: ['https://app.example/cb'], scope: 'tasks:read' })

  const answer = await authorize(String(body['client_id']), 'https://app.example/cb')

  expect(answer.headers.get('location')).toMatch(/^\/interaction\//)
})

test.each([
  ['a script', ['javascript:alert(1)'], 'invalid_redirect_uri'],
  ['a foreign host over http', ['http://app.example/cb'], 'invalid_redirect_uri'],
  ['one bad among good ones', ['https://app.example/cb', 'data:,x'], 'invalid_redirect_uri'],
  ['no list', 'https://app.example/cb', 'invalid_redirect_uri'],
  ['an empty list', [], 'invalid_redirect_uri'],
  ['none', undefined, 'invalid_redirect_uri'],
  ['other things than text', [null], 'invalid_redirect_uri'],
])('[A42] a registration with %s as redirect URIs is refused', async (_what, uris, error) => {
  const { register } = await openProvider()
  const { status, body } = await register({ redirect_uris: uris })
  expect({ status, body }).toMatchObject({ status: 400, body: { error } })
  expect(body['error_description']).toMatch(/^redirect_uris /)
})

test.each([
  ['a name', { client_name: { toString: 'x' } }],
  ['grant types', { grant_types: 'authorization_code' }],
  ['response types', { response_types: 7 }],
])('[H783] %s of the wrong kind are refused in words, not with a failure', async (_what, fields) => {
  const { register } = await openProvider()
  const { status, body } = await register({ redirect_uris: ['https://app.example/cb'], ...fields })
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } })
})

test.each(Object.entries(documents))('[A44] the document %s makes a public client', async (id, document) => {
  const { provider, fetched } = await openProvider()

  const client = await provider.Client.find(id)

  expect(client).toMatchObject({
    clientId: id,
    clientName: document['client_name'],
    redirectUris: document['redirect_uris'],
    grantTypes: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethod: 'none',
  })
  expect(client?.jwksUri).toBeUndefined()
  expect(fetched).toEqual([id])
})

const id = 'https://app.example/client.json'
const plain = { client_id: id, client_name: 'App', redirect_uris: ['https://app.example/cb'] }

test('[A44] [A944] a document needs no more than id, name and redirect URIs, and may say more than is known', async () => {
  const { provider } = await openProvider({
    [id]: { ...plain, grant_types: ['authorization_code', 'urn:new'], scope: 'fly:away', new_field: [1] },
  })
  expect(await provider.Client.find(id)).toMatchObject({
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    tokenEndpointAuthMethod: 'none',
  })
})

test.each([
  ['no name', { client_name: undefined }, 'client_name is missing'],
  ['a name that cannot be seen', { client_name: ' \u200B\u2060 ' }, 'client_name is missing'],
  ['no redirect URI', { redirect_uris: undefined }, 'redirect_uris'],
  ['no redirect URI, and no need of one', { redirect_uris: undefined, response_types: [] }, 'not allowed'],
  ['a bad redirect URI', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris must use https'],
  ['the id of another', { client_id: 'https://app.example/other.json' }, 'does not match'],
  ['a secret', { client_secret: 'x' }, 'must not contain client_secret'],
  ['a shared secret as method', { token_endpoint_auth_method: 'client_secret_basic' }, 'shared-secret'],
  ['keys alone as method', { token_endpoint_auth_method: 'private_key_jwt' }, 'must be none'],
  ['only keys offered', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }, 'must be none'],
])('[A44] a document with %s is refused', async (_what, fields, description) => {
  const { authorize } = await openProvider({ [id]: { ...plain, ...fields } })

  const answer = await authorize(id, 'https://app.example/cb')

  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(description)
})

test('[A45] the port of a native client on loopback does not count; all else does', async () => {
  const { provider } = await openProvider()
  const client = await provider.Client.find('https://claude.ai/oauth/claude-code-client-metadata')
  const allowed = (uri: string) => client?.redirectUriAllowed(uri)

  expect(allowed('http://localhost/callback')).toBe(true)
  expect(allowed('http://localhost:53111/callback')).toBe(true)
  expect(allowed('http://127.0.0.1:1/callback')).toBe(true)
  for (const uri of [
    'http://localhost:53111/other',
    'http://localhost:53111/callback?x=1',
    'http://localhost:53111/callback/',
    'https://localhost:53111/callback',
    'http://[::1]:53111/callback',
    'http://localhost.evil.example:53111/callback',
    'http://localhost:53111@evil.example/callback',
    'http://evil@localhost:53111/callback',
    'http://evil.example/callback',
  ])
    expect([uri, allowed(uri)]).toEqual([uri, false])
})

test('[A45] the port of a web client counts', async () => {
  const { provider } = await openProvider()
  const client = await provider.Client.find('https://claude.ai/oauth/mcp-oauth-client-metadata')
  expect(client?.redirectUriAllowed('https://claude.ai/api/mcp/auth_callback')).toBe(true)
  expect(client?.redirectUriAllowed('https://claude.ai:8443/api/mcp/auth_callback')).toBe(false)
})

test('[A45] an authorization continues for a registered address with another port, and stops for an unknown one', async () => {
  const { register, authorize } = await openProvider()
  const { body } = await register(registrations['Claude Code'])
  const clientId = String(body['client_id'])

  const right = await authorize(clientId, 'http://localhost:60001/callback')
  const wrong = await authorize(clientId, 'https://evil.example/callback')

  expect(right.headers.get('location')).toMatch(/^\/interaction\//)
  expect({ status: wrong.status, location: wrong.headers.get('location') }).toEqual({
    status: 400,
    location: null,
  })
})
