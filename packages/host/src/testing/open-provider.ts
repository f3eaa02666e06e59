import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type { AdapterFactory, AdapterPayload } from 'oidc-provider'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'
import type { Log } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import { ClientDocuments } from '../oauth/client-documents.ts'
import { clientConfiguration } from '../oauth/client-policy.ts'
import { documents as samples } from '../../../../test/environment/client-samples.ts'
import { FetchRefused } from '../oauth/safe-fetch.ts'

/** A real provider with our policy for clients, and a web that consists of the given documents. */
export async function openProvider(documents: Readonly<Record<string, unknown>> = samples) {
  const fetched: string[] = []
  const reasons: unknown[] = []
  const clock = new Clock()
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: ({ reason }) => void reasons.push(reason),
    error: () => {},
  }
  const fetch = async (url: string) => {
    fetched.push(url)
    const document = documents[url]
    if (document === undefined) throw new FetchRefused('the name leads to 10.1.2.3, which is not public')
    if (document instanceof Response) return document.clone()
    return new Response(typeof document === 'string' ? document : JSON.stringify(document))
  }
  const kept = { find: async () => undefined }
  const clients = clientConfiguration(
    new ClientDocuments({ safeFetch: { fetch }, kept, isOn: true, log, now: clock.now }),
  )
  const adapter = inMemory()
  const provider = new Provider('https://quipu.example', {
    ...clients,
    adapter,
    renderError: (ctx, out) => void (ctx.body = out),
    ttl: { Interaction: 60, Session: 60 },
    jwks: { keys: [await signingKey()] },
    cookies: { keys: ['not a secret'] },
    scopes: ['tasks:read', 'tasks:write'],
    responseTypes: ['code'],
    // Without it, the provider knows refresh tokens only for those who ask for `offline_access`.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    features: {
      ...clients.features,
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      userinfo: { enabled: false },
    },
  })
  const know = (id: string, metadata: object) => adapter('Client').upsert(id, { ...metadata }, 0)
  return { provider, know, fetched, reasons, clock, ...(await listening(provider)) }
}

/** As much of an adapter as clients and the beginning of an authorization need. */
function inMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>()
  return (kind) => ({
    upsert: async (id, payload) => void kept.set(kind + id, payload),
    find: async (id) => kept.get(kind + id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async () => {},
    destroy: async (id) => void kept.delete(kind + id),
    revokeByGrantId: async () => {},
  })
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }
}

async function listening(provider: Provider) {
  const handle = provider.callback()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // It listens on TCP, so its address is not the name of a pipe.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = async (response: Response) => ({
    status: response.status,
    // The provider answers with a JSON object, also when it refuses.
    body: (await response.json()) as Record<string, unknown>,
  })
  return {
    register: async (body: unknown) =>
      read(
        await globalThis.fetch(`${url}/reg`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    authorize: async (clientId: string, redirectUri: string) => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'tasks:read tasks:write',
        state: 's',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })
      return globalThis.fetch(`${url}/auth?${query.toString()}`, {
        redirect: 'manual',
        headers: { accept: 'application/json' },
      })
    },
  }
}
