import { expect, onTestFinished, test, vi } from 'vitest'
import { openProvider } from '../testing/open-provider.ts'

const id = 'https://app.example/client.json'
const documentOf = (clientId: string) => ({
  client_id: clientId,
  client_name: 'App',
  redirect_uris: ['https://app.example/cb'],
})

test.each([
  ['a document on a private address', {}, 'the name leads to 10.1.2.3, which is not public'],
  ['a document that is no JSON', { [id]: 'secret of an inner page' }, 'the answer is not JSON'],
])('[A48] the reason why %s was refused is only logged', async (_what, documents, reason) => {
  const { authorize, reasons } = await openProvider(documents)

  const answer = await authorize(id, 'https://app.example/cb')

  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    error: 'invalid_client',
    error_description: 'client_id metadata document fetch failed',
    iss: 'https://quipu.example',
    state: 's',
  })
  expect(reasons).toEqual([reason])
})

test('[H709] a document that failed is not asked for again for ten seconds', async () => {
  const { authorize, fetched, clock } = await openProvider({})

  await authorize(id, 'https://app.example/cb')
  clock.advance('9s')
  await authorize(id, 'https://app.example/cb')
  expect(fetched).toEqual([id])

  clock.advance('2s')
  await authorize(id, 'https://app.example/cb')
  expect(fetched).toEqual([id, id])
})

test('[H708] simultaneous lookups of one document share one fetch, and later ones need none', async () => {
  const { provider, fetched } = await openProvider({ [id]: documentOf(id) })

  await Promise.all(Array.from({ length: 20 }, () => provider.Client.find(id)))
  await provider.Client.find(id)

  expect(fetched).toEqual([id])
})

test.each([
  [{}, 300],
  [{ 'cache-control': 'max-age=60' }, 300],
  [{ 'cache-control': 'max-age=1000' }, 1000],
  [{ 'cache-control': 'max-age=1000000' }, 86_400],
])(
  '[H902] a document with the headers %j is cached for %i s',
  async (headers: Record<string, string>, most) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const document = new Response(JSON.stringify(documentOf(id)), { headers })
    const { provider, fetched, clock } = await openProvider({ [id]: document })
    const findAfter = async (seconds: number) => {
      vi.setSystemTime(Date.now() + seconds * 1000)
      clock.advance(`${seconds}s`)
      await provider.Client.find(id)
      return fetched.length
    }
    expect([await findAfter(0), await findAfter(most - 1), await findAfter(2)]).toEqual([1, 1, 2])
  },
)

test('[H903] one host gets at most 60 requests a minute, and others are not affected', async () => {
  const { provider, fetched, clock } = await openProvider()
  const look = async (url: string) => provider.Client.find(url).catch((error: Error) => error)

  for (let index = 0; index < 70; index += 1) await look(`https://victim.example/${index}`)
  expect(fetched).toHaveLength(60)

  await look('https://other.example/1')
  expect(fetched).toHaveLength(61)

  clock.advance('61s')
  await look('https://victim.example/71')
  expect(fetched).toHaveLength(62)
})

test.each([
  ['too long', `https://app.example/${'a'.repeat(2_000)}`],
  ['over http', 'http://app.example/client.json'],
  ['with a password', 'https://user:secret@app.example/client.json'],
  ['with a fragment', 'https://app.example/client.json#x'],
  ['with dots in its path', 'https://app.example/a/../client.json'],
])('[A48] a client id that is a URL %s is not fetched', async (_what, url) => {
  const { authorize, fetched } = await openProvider({ [url]: documentOf(url) })
  const answer = await authorize(url, 'https://app.example/cb')
  expect({ status: answer.status, fetched }).toEqual({ status: 400, fetched: [] })
})
