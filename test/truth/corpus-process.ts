import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { openHost, openLog, type HostOptions } from '@quipu/host'
import type { Download } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { corpus } from './corpus.ts'

/** Takes in the corpus twice and prints what is known then, as hashes. */
export interface RunOptions {
  readonly store: HostOptions['store']
  readonly dataFolder: string
  readonly parallel: number
  /** Decides the order. */
  readonly seed: string
  readonly now: string
}

export interface Outcome {
  readonly zone: string
  readonly content: string
  readonly known: string
  readonly observations: number
  /** Of the second time. */
  readonly deduplicated: boolean
  readonly isSameFile: boolean
}

const { store, dataFolder, parallel, seed, now } = JSON.parse(process.argv[2] ?? '') as RunOptions
await using host = await openHost({
  store,
  dataFolder,
  workersAtOnce: parallel,
  appUrl: 'http://127.0.0.1:9',
  listen: { host: '127.0.0.1', port: 9 },
  rootSecret: 'a root secret that is used in tests only',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  modules: [truth],
  version: '0.0.0-test',
  log: openLog({ level: 'silent' }),
  now: () => new Date(now),
})
const { id } = await host.accounts.create({ email: 'ann@example.com', role: 'admin' })
const call = (action: string, body: unknown) =>
  host.request(id, { method: 'POST', path: `/api/truth/${action}`, body })
const exported = async () =>
  text(((await host.request(id, { method: 'GET', path: '/api/truth/export' })) as Download).bytes)

await takeIn(seed)
const file = await exported()
const again = await takeIn(`${seed} again`)
const { end } = JSON.parse(file.trimEnd().split('\n').at(-1) ?? '') as {
  end: { content_sha256: string; observations: number }
}
const { entities } = (await call('retrieve_entities', { limit: 500 })) as { entities: { id: string }[] }
const known: unknown[] = []
for (const each of entities.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
  const { snapshot, provenance } = (await call('get_entity_snapshot', { entity_id: each.id })) as {
    snapshot: unknown
    provenance: unknown
  }
  known.push([each.id, snapshot, provenance])
}
const outcome: Outcome = {
  zone: `${Intl.DateTimeFormat().resolvedOptions().timeZone} ${Intl.DateTimeFormat().resolvedOptions().locale}`,
  content: end.content_sha256,
  known: digest(JSON.stringify(known)),
  observations: end.observations,
  deduplicated: again.every(({ deduplicated }) => deduplicated),
  isSameFile: (await exported()) === file,
}
process.stdout.write(`${JSON.stringify(outcome)}\n`)

async function takeIn(order: string): Promise<{ deduplicated: boolean }[]> {
  const waiting = corpus
    .map((each) => ({ each, place: digest(order + JSON.stringify(each)) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ each }) => each)
  const answers: { deduplicated: boolean }[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      answers.push((await call('ingest', next)) as { deduplicated: boolean })
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return answers
}

function digest(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}
