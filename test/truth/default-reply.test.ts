import { expect, test } from 'vitest'
import type { Person } from './open-truth.ts'
import { onEachEngine } from './open-truth.ts'

const most = 4096

type Answer = Readonly<Record<string, unknown>>

/** Each action that lists something, with the lists of its answer. */
const actions: readonly [action: string, lists: readonly string[], input: (hub: string) => object][] = [
  ['retrieve_entities', ['entities'], () => ({})],
  ['get_entity_by_identifier', ['entities'], () => ({ identifier: 'Twin Contact' })],
  ['list_observations', ['observations'], (hub) => ({ entity_id: hub })],
  ['list_relationships', ['relationships'], (hub) => ({ entity_id: hub })],
  ['list_timeline_events', ['events'], () => ({})],
  ['get_related_entities', ['entities', 'relationships'], (hub) => ({ entity_id: hub, max_hops: 2 })],
  [
    'get_graph_neighborhood',
    ['relationships', 'related_entities', 'related_sources', 'timeline_events', 'observations'],
    (hub) => ({ node_id: hub, include_observations: true }),
  ],
]

onEachEngine((installation) => {
  test('[TR540] [TR541] [TR924] [TR542] default replies have at most 4 KB, their pages are the whole, and a limit is obeyed', async () => {
    const ann = await installation().person()
    const hub = await fill(ann)
    for (const [action, lists, inputOf] of actions) {
      const input = inputOf(hub)
      const whole = await ann.call<Answer>(action, { ...input, limit: 500 })
      const pages = await pagesOf(ann, action, input)
      expect({ action, isLong: JSON.stringify(whole).length > most, isPaged: pages.length > 1 }).toEqual({
        action,
        isLong: true,
        isPaged: true,
      })
      expect(lists.map((list) => [action, list, pages.flatMap((page) => page[list])])).toEqual(
        lists.map((list) => [action, list, whole[list]]),
      )
      const limited = await ann.call<Answer>(action, { ...input, limit: 21 })
      // A cursor does not count rows.
      const shown = limited['next_offset'] ?? (limited['entities'] as unknown[]).length
      expect([action, shown]).toEqual([action, 21])
    }

    const [text, found] = await reply(ann, 'search_truth', { query: 'contact' })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
    expect(found).toMatchObject({ truncated: true })
    const ten = await ann.call<{ entities: unknown[] }>('search_truth', { query: 'contact', limit: 10 })
    expect(ten).toMatchObject({ truncated: false, entities: expect.objectContaining({ length: 10 }) })
    expect(ten.entities).toEqual(expect.arrayContaining(found['entities'] as unknown[]))
  })

  test('[TR543] the list of entity types fits in 4 KB, and one type has everything', async () => {
    const ann = await installation().person()
    const [text] = await reply(ann, 'list_entity_types', {})
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
    expect(await ann.call('list_entity_types', { entity_type: 'contact' })).toMatchObject({
      entity_types: [
        {
          schema_version: '1.0.0',
          fields: expect.arrayContaining([
            expect.objectContaining({ name: 'email', type: expect.anything() }),
          ]),
          identifiers: [['email'], ['emails']],
        },
      ],
    })
  })
})

/** Sixty contacts, of which thirty have the same name. One has many observations and relationships. */
async function fill(ann: Person): Promise<string> {
  const contacts = Array.from({ length: 60 }, (_, at) => ({
    entity_type: 'contact',
    full_name: at % 2 === 0 ? 'Twin Contact' : `Contact Number ${at}`,
    email: `contact${at}@example.org`,
    phone: `+49 731 ${1000 + at}`,
    birthday: `19${String(40 + at)}-04-17`,
    address: `${at} Harbour Street, Malmö`,
    notes: `Wrote about order ${at}, its delivery by ship and the invoice that came with it`,
  }))
  const { receipt } = await ann.state(...contacts)
  const { entities } = await ann.call<{ entities: { id: string; snapshot: { email: string } }[] }>(
    'retrieve_entities',
    { limit: 500 },
  )
  expect(receipt.created.length + receipt.matched.length).toBeGreaterThan(0)
  const hub = entities.find(({ snapshot }) => snapshot.email === 'contact1@example.org')!.id
  for (let at = 0; at < 25; at += 1)
    await ann.state({
      entity_type: 'contact',
      full_name: 'Contact Number 1',
      email: 'contact1@example.org',
      notes: `Call ${at}`,
    })
  const others = entities.map(({ id }) => id).filter((id) => id !== hub)
  const relate = (source_entity_id: string, target_entity_id: string) =>
    ann.call('create_relationship', { relationship_type: 'REFERS_TO', source_entity_id, target_entity_id })
  for (const other of others.slice(0, 30)) await relate(hub, other)
  for (const [at, other] of others.slice(30, 40).entries()) await relate(others[at]!, other)
  return hub
}

/** Default replies, one after another, each where the one before ended. */
async function pagesOf(ann: Person, action: string, input: object): Promise<readonly Answer[]> {
  const pages: Answer[] = []
  for (let more: object | undefined = {}; more !== undefined;) {
    const [text, page]: [string, Answer] = await reply(ann, action, { ...input, ...more })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
    expect(pages.push(page)).toBeLessThan(100)
    const { next_cursor: cursor, next_offset: offset } = page
    more = typeof cursor === 'string' ? { cursor } : typeof offset === 'number' ? { offset } : undefined
  }
  return pages
}

/** The text that a model reads, and the same as data. */
async function reply(ann: Person, action: string, input: object): Promise<[text: string, body: Answer]> {
  const { raw } = await ann.user.call(action, input)
  const [{ text }] = raw['content'] as [{ text: string }]
  return [text, JSON.parse(text) as Answer]
}
