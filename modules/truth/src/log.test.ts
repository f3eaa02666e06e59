import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../../../test/environment/index.ts'
import { engines, openTestHost, type TestHost } from '../../../test/environment/test-host.ts'
import { truth } from './index.ts'
import { Inspector } from './test-log.ts'
import { Teller } from './test-people.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

/** More with `npm run faults`. */
const rounds = Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5)

const mails = ['a@example.org', 'b@example.org', 'c@example.org']
const names = ['Ann Lee', 'Bo Berg']
const entity = fc.record(
  {
    emails: fc.subarray(mails, { minLength: 1, maxLength: 2 }),
    full_name: fc.constantFrom(...names),
    title: fc.constantFrom('Dr', 'Prof', null),
    birthday: fc.constantFrom('1990-01-02', '1991-03-04', null),
  },
  { requiredKeys: [] },
)
const place = fc.nat(50)

/** Names and addresses are few, so that entities meet, part and meet again. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('state' as const),
      entities: fc.array(entity, { minLength: 1, maxLength: 2 }),
      day: fc.integer({ min: 1, max: 28 }),
      source_priority: fc.constantFrom(1, 100, 999),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('correct' as const),
      which: place,
      field: fc.constantFrom('title', 'full_name', 'birthday'),
      value: fc.constantFrom('1992-05-06', null),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('merge' as const), which: place, other: place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('unmerge' as const), which: place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('erase' as const), which: place }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const history = fc.array(step, { minLength: 4, maxLength: 10 })

describe.each(available)('on %s', { timeout: 60_000 + rounds * 20_000 }, (engine) => {
  const inspector = new Inspector()
  let host: TestHost
  beforeAll(async () => {
    host = await openTestHost(engine, [truth, inspector.module])
  })
  afterAll(() => host[Symbol.asyncDispose]())

  test('[TR190] after each write, what is kept equals what follows from the log', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const user = await host.user()
        const scene = new Scene(host, new Teller(user))
        for (const one of steps) {
          await scene.play(one)
          expect(await inspector.differencesFromLog({ userId: user.id }), JSON.stringify(one)).toEqual([])
        }
        expect(await inspector.tornSources({ userId: user.id })).toEqual([])
        await scene.expectMergesToBeUndoneExactly()
      }),
      { numRuns: rounds * 4 },
    )
  })
})

/** One person who states, corrects, merges and erases. */
class Scene {
  readonly #host: TestHost
  readonly #teller: Teller
  readonly #sources: string[] = []
  readonly #merged: string[] = []

  constructor(host: TestHost, teller: Teller) {
    this.#host = host
    this.#teller = teller
  }

  async play(step: Step): Promise<void> {
    this.#host.clock.advance('1s')
    if (step.does === 'state') await this.#state(step)
    else if (step.does === 'correct') await this.#correct(step)
    else if (step.does === 'merge') await this.#merge(step)
    else if (step.does === 'unmerge') await this.#unmerge(step.which)
    else await this.#erase(step.which)
  }

  /** Of each pair of entities: a snapshot before a merge is the snapshot after it was undone, and at the time before. */
  async expectMergesToBeUndoneExactly(): Promise<void> {
    const [from, to] = await this.#entities()
    if (from === undefined || to === undefined) return
    const before = [await this.#snapshot(from), await this.#snapshot(to)]
    const at = this.#host.clock.now().toISOString()
    this.#host.clock.advance('1s')
    const { code } = await this.#teller.attempt('merge_entities', { from_entity_id: from, to_entity_id: to })
    if (code !== undefined) return
    expect([
      await this.#snapshot(from, { known_at: at }),
      await this.#snapshot(to, { known_at: at }),
    ]).toEqual(before)
    await this.#teller.call('unmerge_entities', { entity_id: from })
    expect([await this.#snapshot(from), await this.#snapshot(to)]).toEqual(before)
  }

  async #state({ entities, day, source_priority }: Extract<Step, { does: 'state' }>): Promise<void> {
    const extracted_at = `2026-10-${String(day).padStart(2, '0')}`
    const { source_id } = await this.#teller.call<{ source_id: string }>('ingest', {
      entities: entities.map((fields) => ({ entity_type: 'person', note: 'kept', ...fields })),
      source_priority,
      provenance: { extracted_at, extractor_version: '1' },
    })
    this.#sources.push(source_id)
  }

  async #correct({ which, field, value }: Extract<Step, { does: 'correct' }>): Promise<void> {
    const entities = await this.#entities()
    if (entities.length === 0) return
    await this.#teller.call('correct', {
      entity_id: entities[which % entities.length],
      entity_type: 'person',
      field,
      value,
    })
  }

  async #merge({ which, other }: Extract<Step, { does: 'merge' }>): Promise<void> {
    const entities = await this.#entities()
    if (entities.length === 0) return
    const from = entities[which % entities.length]!
    const input = { from_entity_id: from, to_entity_id: entities[other % entities.length] }
    const { code } = await this.#teller.attempt('merge_entities', input)
    if (code === undefined) this.#merged.push(from)
  }

  async #unmerge(which: number): Promise<void> {
    const from = this.#merged[which % Math.max(1, this.#merged.length)]
    if (from !== undefined) await this.#teller.attempt('unmerge_entities', { entity_id: from })
  }

  async #erase(which: number): Promise<void> {
    const source = this.#sources[which % Math.max(1, this.#sources.length)]
    if (source !== undefined) await this.#teller.attempt('erase_source', { source_id: source })
  }

  async #entities(): Promise<readonly string[]> {
    const { entities } = await this.#teller.call<{ entities: { id: string }[] }>('retrieve_entities')
    return entities.map(({ id }) => id).toSorted()
  }

  #snapshot(entity_id: string, more: object = {}): Promise<unknown> {
    return this.#teller.call('get_entity_snapshot', { entity_id, ...more })
  }
}
