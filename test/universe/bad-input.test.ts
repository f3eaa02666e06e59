import type { Json, JsonObject } from '@quipu/kit'
import { expect, test } from 'vitest'
import { onEachEngine, star, Visitor } from './open-universe.ts'

/** As text, since no object literal has such a key of its own. */
const polluted = JSON.parse(
  '{"type":"setNebulae","nebulae":{"__proto__":{"name":"x","position":{"x":0,"y":0,"z":0},"radius":1}}}',
) as JsonObject

const noCommands: [what: string, command: Json, path: string][] = [
  ['__proto__ as an id', star('__proto__'), 'id'],
  ['constructor as an id', star('constructor'), 'id'],
  ['__proto__ as a key', polluted, 'nebulae.__proto__'],
  ['__proto__ beside the type', JSON.parse('{"type":"tick","dt":1,"__proto__":{}}') as Json, '__proto__'],
  ['an id of 65 characters', star('x'.repeat(65)), 'id'],
  ['a string for a number', star('sun', { mass: '1' }), 'payload.mass'],
  ['null for a number, as JSON writes NaN', star('sun', { mass: null }), 'payload.mass'],
  ['a number beyond all bounds', JSON.parse('{"type":"tick","dt":1e999}') as Json, 'dt'],
  ['a string for a time', { type: 'tick', dt: 'abc' }, 'dt'],
  ['a negative mass', star('sun', { mass: -1 }), 'payload.mass'],
  ['no payload', { type: 'addStar', id: 'sun' }, 'payload'],
  ['an unknown type', { type: 'explode' }, 'type'],
  ['a type of another kind', { type: 7 }, 'type'],
  ['a type that objects have', { type: 'toString' }, 'type'],
  ['an unknown field', { type: 'tick', dt: 1, speed: 2 }, 'speed'],
  ['an unknown field inside', star('sun', { taste: 'sweet' }), 'payload.taste'],
  ['another id', { type: 'updateStar', id: 'kept', payload: { id: 'other' } }, 'payload.id'],
  ['another parent', { type: 'updateStar', id: 'kept', payload: { parentId: 'other' } }, 'payload.parentId'],
  ['other children', { type: 'updateStar', id: 'kept', payload: { children: [] } }, 'payload.children'],
  ['an empty batch', { type: 'batch', commands: [] }, 'commands'],
  ['a batch in a batch', { type: 'batch', commands: [{ type: 'batch', commands: [] }] }, 'commands.0.type'],
  [
    'a fault inside a batch',
    { type: 'batch', commands: [{ type: 'tick', dt: 1 }, { type: 'tick' }] },
    'commands.1.dt',
  ],
  ['an undo as a command', { type: 'undo', revision: 1 }, 'type'],
]

const noFits: [what: string, command: JsonObject, reason: string][] = [
  [
    'a body that would turn about itself',
    { type: 'attachStar', childId: 'kept', parentId: 'moon' },
    'attachFailed',
  ],
  ['a parent that is not there', star('sun', { parentId: 'nobody' }), 'parentNotFound'],
  ['an id in use', star('kept'), 'idTaken'],
  ['a body that is not there', { type: 'removeStar', id: 'nobody' }, 'starNotFound'],
  [
    'a batch whose last command does not fit',
    { type: 'batch', commands: [star('sun'), { type: 'removeStar', id: 'nobody' }] },
    'starNotFound',
  ],
]

onEachEngine((host) => {
  const prepared = async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    await ada.send(id, star('kept'))
    await ada.send(id, star('moon', { parentId: 'kept' }))
    return { ada, id, before: await ada.must('GET', `/universes/${id}`) }
  }

  test('[UR10] an invalid command is answered with 400 and the path of the field', async () => {
    const { ada, id, before } = await prepared()

    for (const [what, command, path] of noCommands) {
      const { status, body } = await ada.rest('POST', `/universes/${id}/commands`, command)
      expect([what, status, body['error'], body['path']]).toEqual([what, 400, 'validation_error', path])
      const refusal = await ada.refusal('send_universe_command', { universeId: id, command })
      expect([what, refusal['error'], refusal['path']]).toEqual([what, 'Command processing failed', path])
    }
    const asText = { universeId: id, command: JSON.stringify(star('kept')) }
    expect(await ada.refusal('send_universe_command', asText)).toMatchObject({ reason: 'idTaken' })
    for (const command of [null, [], 'tick', '{', '[]', 7] as Json[])
      expect(await ada.refusal('send_universe_command', { universeId: id, command })).toMatchObject({
        message: 'command must be an object',
      })
    for (const body of [null, [], 'tick', 7] as Json[])
      expect((await ada.rest('POST', `/universes/${id}/commands`, body)).status).toBe(400)
    expect(await ada.must('GET', `/universes/${id}`)).toEqual(before)
  })

  test('[UR10] a command that does not fit is answered with 422 and the reason', async () => {
    const { ada, id, before } = await prepared()

    for (const [what, command, reason] of noFits) {
      const { status, body } = await ada.rest('POST', `/universes/${id}/commands`, command)
      expect([what, status, body['error'], body['reason']]).toEqual([what, 422, 'unprocessable', reason])
    }
    expect(await ada.must('GET', `/universes/${id}`)).toEqual(before)
  })

  test('[UR10] a revision from the future is a conflict, for commands, undo and PUT', async () => {
    const { ada, id, before } = await prepared()
    const expectedRevision = 99

    for (const [method, path, body] of [
      ['POST', '/commands', { command: { type: 'tick', dt: 1 }, expectedRevision }],
      ['POST', '/undo', { expectedRevision }],
      ['PUT', '', { state: {}, expectedRevision }],
    ] as const) {
      expect(await ada.rest(method, `/universes/${id}${path}`, body)).toMatchObject({
        status: 409,
        body: { error: 'conflict', revision: 2, message: expect.stringContaining('future') },
      })
    }
    expect(await ada.must('GET', `/universes/${id}`)).toEqual(before)
  })

  test('[UR10] an invalid state and an inconsistent one get an error with the path', async () => {
    const { ada, id, before } = await prepared()
    const sun = star('sun')['payload'] as JsonObject

    for (const [state, path] of [
      [{ stars: { sun: { ...sun, mass: 'x' } } }, 'state.stars.sun.mass'],
      [{ stars: [] }, 'state.stars'],
      [JSON.parse('{"stars":{"__proto__":{}}}'), 'state.stars.__proto__'],
      [{ stars: { sun: { ...sun, parentId: 'nobody' } } }, 'state.stars.sun.parentId'],
      [{ taste: 1 }, 'state.taste'],
      ['state', 'state'],
    ] as [Json, string][]) {
      for (const [method, where] of [
        ['PUT', `/universes/${id}`],
        ['POST', '/universes'],
      ] as const) {
        const { status, body } = await ada.rest(method, where, { name: 'Bad', state })
        expect([path, method, status, body['path']]).toEqual([path, method, status === 422 ? 422 : 400, path])
      }
    }
    expect(await ada.must('GET', `/universes/${id}`)).toEqual(before)
    expect((await ada.must<{ universes: unknown[] }>('GET', '/universes')).universes).toHaveLength(1)
  })

  test('[UR11] a body has at most 10 MB; up to there the command itself is looked at', async () => {
    const { ada, id, before } = await prepared()
    const post = async (bytes: number) => {
      const response = await ada.user.api('POST', `/universes/${id}/commands`, {
        ...star('big', { name: 'x'.repeat(bytes) }),
      })
      return response.status
    }

    expect(await post(10_000_001)).toBe(413)
    expect(await post(9_000_000)).toBe(400)
    expect(await ada.must('GET', `/universes/${id}`)).toEqual(before)
  })

  test.each<[string, string, Json | undefined, string]>([
    ['POST', '/universes', { name: '' }, 'name'],
    ['POST', '/universes', { name: 7 }, 'name'],
    ['POST', '/universes', { name: 'x'.repeat(201) }, 'name'],
    ['POST', '/universes', { name: 'x', colour: 1 }, 'colour'],
    ['POST', '/universes', { name: 'x', preset: 'andromeda' }, 'preset'],
    ['POST', '/universes', {}, 'name'],
    ['PUT', '/universes/:id', { name: null }, 'name'],
    ['PUT', '/universes/:id/members', { email: 1, role: 'viewer' }, 'email'],
    ['POST', '/universes/:id/presence', { selection: 7 }, 'selection'],
    ['POST', '/universes/:id/undo', { revision: -1 }, 'revision'],
  ])('[UR10] %s %s %j is an error with the path', async (method, path, body, at) => {
    const { ada, id, before } = await prepared()

    expect(await ada.rest(method, path.replace(':id', id), body)).toMatchObject({
      status: 400,
      body: { error: 'validation_error', path: at },
    })
    expect(await ada.must('GET', `/universes/${id}`)).toEqual(before)
  })

  test.each(['?limit=0', '?limit=many', '?after=-1', '?after=1.5', '?before=x', '?colour=red'])(
    '[UR10] the query %s is refused',
    async (query) => {
      const { ada, id } = await prepared()

      expect((await ada.rest('GET', `/universes/${id}/commands${query}`)).status).toBe(400)
    },
  )
})
