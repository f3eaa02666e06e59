import { setTimeout as pause } from 'node:timers/promises'
import type { Report } from './bench-truth.ts'
import type { Facts } from './facts.ts'
import type { TruthServer } from './truth-server.ts'

export interface Sizes {
  readonly observations: number
  readonly entities: number
  readonly edges: number
  readonly hot: number
}

const batchSize = 500
const hotAtOnce = 1000

/**
 * Fills the store: each entity comes by a call, so that each is another one. Further observations of them are copies in SQL,
 * because calls would take too long.
 */
export async function fillStore(
  server: TruthServer,
  facts: Facts,
  sizes: Sizes,
  report: Report,
): Promise<void> {
  const began = performance.now()
  const copies = Math.max(0, Math.round(sizes.observations / facts.entities) - 1)
  for (let first = 0; first < facts.entities; first += batchSize) {
    const size = Math.min(batchSize, facts.entities - first)
    await server.call('ingest', { entities: facts.batch(first, size) })
  }
  await server.startWithCopies(copies, sizes.edges)
  const hot = await fillHotEntity(server, sizes.hot)
  await rest(server)
  const seconds = (performance.now() - began) / 1000
  const ingested = facts.entities + hot.ingested
  report(
    'the store that is read',
    `${inWords(facts.entities * (copies + 1) + hot.ingested + hot.copied)} observations, of which ${inWords(ingested)} through MCP and the others copied in SQL as older ones; ${inWords(facts.entities)} entities, ${inWords(sizes.edges)} relationships; filled in ${seconds.toFixed(0)} s`,
  )
}

/** Lets the server tend its tables, which it does in quiet moments after some calls. */
async function rest(server: TruthServer): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    for (let call = 0; call < 50; call += 1) await server.call('list_entity_types', {})
    await entityBy(server, hotIdentifier)
    await pause(1500)
  }
}

const hotIdentifier = 'hot@example.com'

async function fillHotEntity(
  server: TruthServer,
  observations: number,
): Promise<{ readonly ingested: number; readonly copied: number }> {
  const ingested = Math.min(hotAtOnce, observations)
  const entities = Array.from({ length: ingested }, (_, at) => ({
    entity_type: 'contact',
    full_name: 'Hot Spot',
    email: hotIdentifier,
    notes: `Note ${at}`,
  }))
  await server.call('ingest', { entities })
  const entity_id = await entityBy(server, hotIdentifier)
  let copied = 0
  for (let copy = 1; ingested + copied < observations; copy += 1)
    copied += (await server.call<{ added: number }>('age_entity', { entity_id, copy })).added
  return { ingested, copied }
}

async function entityBy(server: TruthServer, identifier: string): Promise<string> {
  const { entities } = await server.call<{ entities: { id: string }[] }>('get_entity_by_identifier', {
    identifier,
  })
  return entities[0]!.id
}

export async function measureReads(
  server: TruthServer,
  facts: Facts,
  sizes: Sizes,
  report: Report,
): Promise<void> {
  const find = (identifier: string) => entityBy(server, identifier)
  const ids: string[] = []
  for (let n = 0; n < 400; n += 1) ids.push(await find(facts.identifierOf((n * 7919) % facts.entities)))
  const hot = await find(hotIdentifier)
  const { first } = await server.call<{ first: string }>('add_rows', { entities: facts.batch(0, 1) })
  const anId = (n: number) => ids[n % ids.length]!
  const at = new Date().toISOString()
  const { last_observation_at } = await server.call<{ last_observation_at: string }>('get_entity_snapshot', {
    entity_id: hot,
  })
  const copiesOfHot = sizes.hot / hotAtOnce
  const halfWay = new Date(Date.parse(last_observation_at) - (copiesOfHot / 2) * 10_000).toISOString()

  const limit = await costsOf(server, () => server.call('read_row', { id: first }))
  report('the limit: one row by its primary key', shown(limit))
  const measured = async (
    what: string,
    goal: string,
    call: (n: number) => Promise<unknown>,
    samples?: number,
  ) => {
    const costs = await costsOf(server, call, samples)
    report(what, `${shown(costs)}, ${(costs.cpuMs / limit.cpuMs).toFixed(1)} × the limit`, goal)
  }
  const snapshot = (entity_id: string, more = {}) =>
    server.call('get_entity_snapshot', { entity_id, ...more })
  await measured('snapshot', 'p50/p99 5/25, 2/10 ms', (n) => snapshot(anId(n)))
  await measured('snapshot with `at`', 'p99 50, 15 ms', (n) => snapshot(anId(n), { at }))
  await measured(
    `snapshot of an entity of ${sizes.hot.toLocaleString('en')} observations`,
    'p99 50, 10 ms',
    () => snapshot(hot),
  )
  await measured('the same with `at`', 'p99 50, 10 ms', () => snapshot(hot, { at }))
  await measured('the same at half its age', '', () => snapshot(hot, { at: halfWay }), 20)
  await measured('one more observation of it', 'p99 100, 20 ms', (n) =>
    server.call('ingest', {
      entities: [{ entity_type: 'contact', email: hotIdentifier, notes: `More ${n}` }],
    }),
  )
  await measured('3 hops', 'p95 40, 15 ms', (n) =>
    server.call('get_related_entities', { entity_id: anId(n), max_hops: 3, include_entities: false }),
  )
  await measured('identifier', 'p95 20, 5 ms', (n) =>
    server.call('get_entity_by_identifier', { identifier: facts.identifierOf((n * 31) % facts.entities) }),
  )
  await measured('search, a name', 'p95 80, 30 ms', (n) =>
    server.call('search_truth', { query: facts.nameOf((n * 31) % facts.entities) }),
  )
  await measured('search, a misspelled name', 'p95 80, 30 ms', (n) =>
    server.call('search_truth', { query: facts.nameOf((n * 31) % facts.entities).replace(/[aeiou]/, 'y') }),
  )
  await measured('search, a frequent word', 'p95 80, 30 ms', (n) =>
    server.call('search_truth', { query: ['ledger', 'harbour', 'copper', 'lantern'][n % 4]! }),
  )
  await measured('the latest 20 entities', '', () => server.call('retrieve_entities', { limit: 20 }))
}

interface Costs {
  /** In order, in milliseconds. */
  readonly times: readonly number[]
  /** The slowest of the ten calls in a row that went best: what a machine does that nobody else uses just then. */
  readonly quietMs: number
  /** Processor time of the server for each call, which others on the machine change little. */
  readonly cpuMs: number
}

async function costsOf(
  server: TruthServer,
  call: (n: number) => Promise<unknown>,
  samples = 200,
): Promise<Costs> {
  const times: number[] = []
  // As many before, which are not counted: the code of a server that has just been started is not compiled yet.
  for (let n = 0; n < samples; n += 1) await call(samples + n)
  const cpu = await server.cpuSeconds()
  for (let n = 0; n < samples; n += 1) {
    const began = performance.now()
    await call(n)
    times.push(performance.now() - began)
  }
  const cpuMs = (((await server.cpuSeconds()) - cpu) * 1000) / samples
  return { times: times.toSorted((a, b) => a - b), quietMs: quietest(times), cpuMs }
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}

function quietest(times: readonly number[]): number {
  const rounds = times.map((_, first) => times.slice(first, first + inARow)).slice(0, -inARow + 1)
  return Math.min(...(rounds.length === 0 ? [times] : rounds).map((round) => Math.max(...round)))
}

const inARow = 10

function quantile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))]!
}

function shown({ times, quietMs, cpuMs }: Costs): string {
  const ms = (share: number) => `${quantile(times, share).toFixed(1)} ms`
  return `p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}; best ten in a row at most ${quietMs.toFixed(1)} ms; processor ${cpuMs.toFixed(1)} ms`
}
