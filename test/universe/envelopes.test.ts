import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { connectHttp, eras, textOf } from '../clients/connect.ts'
import { onEachEngine, star, Visitor } from './open-universe.ts'

const unknown = randomUUID()

const tools: readonly [string, object][] = [
  ['get_universe_state', {}],
  ['list_universe_commands', {}],
  ['send_universe_command', { command: { type: 'tick', dt: 1 } }],
  ['get_universe_history', {}],
  ['undo_universe_command', {}],
]

onEachEngine((host) => {
  test.each(eras)('[UT9] a %s client gets the contract’s error for an unknown universe', async (era) => {
    const ada = await host().user()
    await using client = await connectHttp(`${host().url}/mcp`, ada.token, era)

    for (const [name, input] of tools) {
      for (const universeId of [unknown, 'nonsense', '__proto__', '../x']) {
        const answer = await client.callTool({ name, arguments: { universeId, ...input } })

        expect(answer.isError, `${name} ${universeId}`).toBe(true)
        expect(textOf(answer)).toBe(JSON.stringify({ error: 'Universe not found', universeId }))
      }
    }
  })

  test('[UT9] someone else’s universe is not found either, in the same words', async () => {
    const [ada, eve] = [await Visitor.of(host()), await Visitor.of(host())]
    const universeId = await ada.make('Secret')

    for (const [name, input] of tools)
      expect(await eve.refusal(name, { universeId, ...input })).toEqual({
        error: 'Universe not found',
        universeId,
      })
    expect(await ada.revision(universeId)).toBe(0)
  })

  test('[UR181] a tool, too, reports an unknown universe before an invalid command', async () => {
    const ada = await Visitor.of(host())

    expect(
      await ada.refusal('send_universe_command', { universeId: unknown, command: { type: 'explode' } }),
    ).toEqual({ error: 'Universe not found', universeId: unknown })
  })

  test('[UT180] [UT906] every missing field is named at once', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    const missing = ['payload.mass', 'payload.radius']
    const command = star('sun', { mass: undefined, radius: undefined } as never)

    expect(await ada.refusal('send_universe_command', { universeId, command })).toEqual({
      error: 'Command processing failed',
      message: 'payload.mass: is required. Also required: payload.radius.',
      path: 'payload.mass',
      missing,
    })
    expect(await ada.rest('POST', `/universes/${universeId}/commands`, command)).toMatchObject({
      status: 400,
      body: { path: 'payload.mass', missing },
    })
    expect(await ada.refusal('send_universe_command', {})).toMatchObject({
      message: 'universeId and command are required',
    })
    expect(await ada.rest('PUT', `/universes/${universeId}/members`, {})).toMatchObject({
      status: 400,
      body: { message: 'email and role are required' },
    })
  })

  test('[UT182] the error for an invalid command has the path of the field', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    const refusal = (command: unknown) => ada.refusal('send_universe_command', { universeId, command })

    expect(await refusal(star('sun', { mass: 'heavy' }))).toEqual({
      error: 'Command processing failed',
      message: expect.stringContaining('payload.mass'),
      path: 'payload.mass',
    })
    expect(await refusal({ type: 'addSun' })).toMatchObject({
      error: 'Command processing failed',
      path: 'type',
      reason: 'unknownCommand',
      nearest: expect.arrayContaining(['addStar']),
    })
    expect(await refusal({})).toMatchObject({ error: 'Command processing failed', path: 'type' })
    expect(await refusal('tick')).toEqual({
      error: 'Command processing failed',
      message: 'command must be an object',
      path: 'command',
    })
  })

  test('[UT182] the error for a command that does not fit has the reason', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    await ada.send(universeId, star('sun'))
    const refusal = (command: object) => ada.refusal('send_universe_command', { universeId, command })

    expect(await refusal({ type: 'removeStar', id: 'moon' })).toMatchObject({
      error: 'Command processing failed',
      message: expect.stringContaining('moon'),
      reason: 'starNotFound',
    })
    expect(await refusal(star('sun'))).toMatchObject({ reason: 'idTaken' })
    expect(await refusal({ type: 'attachStar', childId: 'sun', parentId: 'sun' })).toMatchObject({
      reason: 'attachFailed',
      detail: 'cycle',
    })
  })

  test('[UT183] the error for a conflict has the revision and the missed entries, shortened', async () => {
    const ada = await Visitor.of(host())
    const universeId = await ada.make()
    for (let dt = 1; dt <= 15; dt++) await ada.send(universeId, { type: 'tick', dt })
    const refusal = (expectedRevision: number) =>
      ada.refusal('send_universe_command', { universeId, command: { type: 'tick', dt: 1 }, expectedRevision })

    expect(await refusal(13)).toEqual({
      error: 'Command processing failed',
      message: expect.stringContaining('revision 15'),
      revision: 15,
      missed: [
        { revision: 14, type: 'tick', by: expect.any(String) },
        { revision: 15, type: 'tick', by: expect.any(String) },
      ],
    })
    expect(await refusal(0)).toMatchObject({ missed: { length: 10 }, missedInAll: 15 })
    expect(await refusal(99)).toMatchObject({ message: expect.stringContaining('future'), missed: [] })
  })

  test('[UT182] a viewer gets an error for a command', async () => {
    const [ada, bob] = [await Visitor.of(host()), await Visitor.of(host())]
    const universeId = await ada.make()
    await ada.must('PUT', `/universes/${universeId}/members`, { email: bob.user.email, role: 'viewer' })

    expect(
      await bob.refusal('send_universe_command', { universeId, command: { type: 'tick', dt: 1 } }),
    ).toMatchObject({
      error: 'Command processing failed',
      message: expect.stringContaining('not change it'),
    })
  })
})
