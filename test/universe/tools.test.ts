import type { JsonObject } from '@quipu/kit'
import { expect, test } from 'vitest'
import { connectHttp, eras, textOf } from '../clients/connect.ts'
import { onEachEngine, star, Visitor } from './open-universe.ts'

interface Sent {
  readonly events: readonly JsonObject[]
  readonly revision: number
  readonly changed: JsonObject
  readonly nextState?: JsonObject
}

onEachEngine((host) => {
  test.each(eras)(
    '[UT1] [UT900] a %s client lists seven tools; only the reading ones are read-only',
    async (era) => {
      const ada = await host().user({ path: '/api/universe/mcp' })
      await using client = await connectHttp(`${host().url}/api/universe/mcp`, ada.token, era)

      const { tools } = await client.listTools()

      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint ?? false])).toEqual([
        ['get_universe_state', true],
        ['list_universe_commands', true],
        ['send_universe_command', false],
        ['create_universe', false],
        ['list_universes', true],
        ['get_universe_history', true],
        ['undo_universe_command', false],
      ])
      expect(tools.find(({ name }) => name === 'send_universe_command')?.annotations?.destructiveHint).toBe(
        true,
      )
      expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true)
    },
  )

  test.each(eras)(
    '[UT2] [UT901] a %s client builds a system: text and structured content are the same',
    async (era) => {
      const ada = await host().user({ path: '/api/universe/mcp' })
      await using client = await connectHttp(`${host().url}/api/universe/mcp`, ada.token, era)
      const call = async (name: string, input: object) => {
        const answer = await client.callTool({ name, arguments: input as Record<string, unknown> })
        expect(answer.isError ?? false).toBe(false)
        expect(JSON.parse(textOf(answer))).toEqual(answer.structuredContent)
        return answer.structuredContent as JsonObject
      }

      const { id } = await call('create_universe', { name: 'Home' })
      const sent = await call('send_universe_command', { universeId: id, command: star('sun') })
      const state = await call('get_universe_state', { universeId: id })

      expect(sent).toMatchObject({
        events: [{ type: 'starAdded', id: 'sun' }],
        revision: 1,
        changed: { stars: { sun: { name: 'Body sun' } } },
      })
      expect(Object.keys(state)).toEqual([
        'stars',
        'rootIds',
        'groups',
        'rootGroupIds',
        'belts',
        'smallBodyFields',
        'protoplanetaryDisks',
        'nebulae',
        'time',
      ])
      expect(state['rootIds']).toEqual(['sun'])
    },
  )

  test('[UT6] a command answers with events, revision and what changed; the state comes on request', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()

    const brief = await ada.call<Sent>('send_universe_command', { universeId: id, command: star('sun') })
    const whole = await ada.call<Sent>('send_universe_command', {
      universeId: id,
      command: { type: 'tick', dt: 60 },
      include_state: true,
    })

    expect(Object.keys(brief)).toEqual(['events', 'revision', 'changed'])
    expect(whole).toEqual({
      nextState: await ada.state(id),
      events: [],
      revision: 2,
      changed: { time: 60 },
    })
  })

  test('[UT7] the same commandId is applied once and answered alike; another command under it is refused', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    const command = { type: 'tick', dt: 1 }

    const first = await ada.call('send_universe_command', { universeId, command, commandId: 'one' })
    const again = await ada.call('send_universe_command', { universeId, command, commandId: 'one' })
    const other = await ada.refusal('send_universe_command', {
      universeId,
      command: { type: 'tick', dt: 2 },
      commandId: 'one',
    })

    expect(again).toEqual(first)
    expect(other).toMatchObject({ error: 'Command processing failed', revision: 1 })
    expect(await ada.revision(universeId)).toBe(1)
  })

  test('[UT10] [UT907] universes are made from a preset, and listed with those that are shared, page by page', async () => {
    const [ada, bob] = [await Visitor.of(host()), await Visitor.of(host())]
    const made = await ada.call('create_universe', { name: ' Sol\u202e\nsystem ', preset: 'sol' })
    const shared = await bob.make('From Bob')
    await bob.must('PUT', `/universes/${shared}/members`, { email: ada.user.email, role: 'viewer' })

    const first = await ada.call<Page>('list_universes', { limit: 1 })
    const second = await ada.call<Page>('list_universes', { limit: 1, cursor: first.next_cursor })

    expect(made).toMatchObject({ name: 'Sol system', revision: expect.any(Number), role: 'owner' })
    expect((made as { bodies: number }).bodies).toBeGreaterThanOrEqual(9)
    const listed = [...first.universes, ...second.universes]
    expect(new Map(listed.map(({ name, role }) => [name, role]))).toEqual(
      new Map([
        ['From Bob', 'viewer'],
        ['Sol system', 'owner'],
      ]),
    )
    expect(second.next_cursor).toBeNull()
  })

  test('[UT181] a new universe comes with the link to the page on which it can be watched', async () => {
    const ada = await Visitor.of(host())

    const { id, link } = await ada.call<{ id: string; link: string }>('create_universe', { name: 'Watched' })

    expect(link).toBe(`${host().url}/app/universes/${id}`)
  })

  test('[UT11] [UT908] the history says who did what with which client, the latest or those after a revision', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    for (let dt = 1; dt <= 5; dt++) await ada.send(universeId, { type: 'tick', dt })
    await ada.call('send_universe_command', { universeId, command: star('sun', { name: 'x'.repeat(200) }) })
    await ada.call('undo_universe_command', { universeId })

    const latest = await ada.call<History>('get_universe_history', { universeId, limit: 2 })
    const after = await ada.call<History>('get_universe_history', { universeId, after: 1, limit: 2 })

    expect(latest.revision).toBe(7)
    expect(latest.entries.map(({ revision }) => revision)).toEqual([6, 7])
    expect(latest.entries[0]).toMatchObject({ client: 'test', command: { type: 'addStar', shortened: true } })
    expect(latest.entries[1]).toMatchObject({ command: { type: 'undo', revision: 6 }, undoes: 6 })
    expect(after.entries).toMatchObject([
      { revision: 2, command: { type: 'tick', dt: 2 } },
      { revision: 3, command: { type: 'tick', dt: 3 } },
    ])
  })

  test('[UT12] undo takes back the own latest step or the one named, redo brings it back', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    await ada.send(universeId, star('sun'))
    await ada.send(universeId, star('moon'))

    const named = await ada.call('undo_universe_command', { universeId, revision: 1 })
    expect(Object.keys((await ada.state(universeId))['stars'] as object)).toEqual(['moon'])
    const back = await ada.call('undo_universe_command', { universeId, redo: true })
    const latest = await ada.call('undo_universe_command', { universeId })
    expect(Object.keys((await ada.state(universeId))['stars'] as object)).toEqual(['sun'])

    expect(named).toMatchObject({ revision: 3, changed: { stars: { sun: null } } })
    expect(back).toMatchObject({ revision: 4, changed: { stars: { sun: { name: 'Body sun' } } } })
    expect(latest).toMatchObject({ revision: 5, changed: { stars: { moon: null } } })
    const empty = await ada.make()
    expect(await ada.refusal('undo_universe_command', { universeId: empty })).toMatchObject({
      error: 'Command processing failed',
      reason: 'nothingToUndo',
    })
  })
})

interface Page {
  readonly universes: readonly { readonly name: string; readonly role: string }[]
  readonly next_cursor: string | null
}

interface History {
  readonly revision: number
  readonly entries: readonly { readonly revision: number; readonly command: JsonObject }[]
}
