import fc from 'fast-check'
import type { TestHost } from '../../../test/environment/test-host.ts'
import type { Teller } from './test-people.ts'

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

/** Names and addresses are few, so that entities are often joined and separated. */
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
export const history = fc.array(step, { minLength: 4, maxLength: 10 })

const twoPeople = [{ full_name: 'Ann Lee' }, {}].map((one): Step => ({
  does: 'state',
  entities: [one],
  day: 1,
  source_priority: 1,
}))

/** Erases the source of one of two merged entities, in either direction of the merge. */
export const mergedIntoErased: Step[] = [
  ...twoPeople,
  { does: 'merge', which: 1, other: 0 },
  { does: 'erase', which: 1 },
]
export const mergedFromErased: Step[] = [
  ...twoPeople,
  { does: 'merge', which: 0, other: 1 },
  { does: 'erase', which: 1 },
]

interface Page {
  readonly fields: readonly { readonly field: string; readonly value: unknown }[]
  readonly observation_count: number
}

/** One person who states, corrects, merges and erases. */
export class Scene {
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

  /** Two entities before a merge, as they were known before once it is made, and after it was undone. */
  async mergeAndUndo(): Promise<
    { readonly before: unknown; readonly known: unknown; readonly after: unknown } | undefined
  > {
    const [from, to] = await this.#entities()
    if (from === undefined || to === undefined) return undefined
    const both = async (more?: object) => [await this.#snapshot(from, more), await this.#snapshot(to, more)]
    const before = await both()
    const known_at = this.#host.clock.now().toISOString()
    this.#host.clock.advance('1s')
    await this.#teller.call('merge_entities', { from_entity_id: from, to_entity_id: to })
    const known = await both({ known_at })
    await this.#teller.call('unmerge_entities', { entity_id: from })
    return { before, known, after: await both() }
  }

  /** Each entity as it was at several times, told in two ways: as a snapshot, and by its page, which reads everything. */
  async asItWas(): Promise<readonly (readonly [unknown, unknown])[]> {
    const now = this.#host.clock.now()
    const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
    const bounds = [
      ...['2026-10-01', '2026-10-10', '2026-10-20', before(0)].map((at) => ({ at })),
      ...[4, 2, 0].map((seconds) => ({ known_at: before(seconds) })),
      { at: '2026-10-10', known_at: before(3) },
    ]
    const told: (readonly [unknown, unknown])[] = []
    for (const entityId of await this.#entities())
      for (const bound of bounds)
        told.push([await this.#snapshotWithin(entityId, bound), await this.#pageWithin(entityId, bound)])
    return told
  }

  async #snapshotWithin(entity_id: string, bound: object): Promise<unknown> {
    const { value } = await this.#teller.attempt<{ snapshot: object; observation_count: number }>(
      'get_entity_snapshot',
      { entity_id, ...bound },
    )
    return value && { fields: value.snapshot, count: value.observation_count }
  }

  async #pageWithin(entityId: string, bound: Record<string, string>): Promise<unknown> {
    const path = `/api/truth/entities/${entityId}?${new URLSearchParams(bound).toString()}`
    const asked = this.#host.host.request(this.#teller.user.id, { method: 'GET', path })
    // Nothing was known at that time.
    const page = (await asked.catch(() => undefined)) as Page | undefined
    if (page === undefined) return undefined
    const fields = Object.fromEntries(page.fields.map(({ field, value }) => [field, value]))
    return { fields, count: page.observation_count }
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
    const { entities } = await this.#teller.call<{ entities: { id: string }[] }>('retrieve_entities', {
      limit: 500,
    })
    return entities.map(({ id }) => id).toSorted()
  }

  /** Without suggestions: a pair whose merge was undone is not suggested again. */
  async #snapshot(entity_id: string, more: object = {}): Promise<unknown> {
    const shown = await this.#teller.call<object>('get_entity_snapshot', { entity_id, ...more })
    return { ...shown, possible_duplicates: undefined }
  }
}
