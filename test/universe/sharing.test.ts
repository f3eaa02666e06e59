import type { Json } from '@quipu/kit'
import { expect, test } from 'vitest'
import { onEachEngine, star, Visitor } from './open-universe.ts'

/** Every route below a universe, each as it would go well for its owner. */
function requests(id: string): [string, string, Json?][] {
  return [
    ['GET', `/universes/${id}`],
    ['PUT', `/universes/${id}`, { name: 'Mine' }],
    ['POST', `/universes/${id}/commands`, { type: 'tick', dt: 1 }],
    ['GET', `/universes/${id}/commands`],
    ['POST', `/universes/${id}/undo`, {}],
    ['POST', `/universes/${id}/redo`, {}],
    ['GET', `/universes/${id}/members`],
    ['PUT', `/universes/${id}/members`, { email: 'a@example.com', role: 'viewer' }],
    ['DELETE', `/universes/${id}/members/${id}`],
    ['POST', `/universes/${id}/presence`, {}],
    ['GET', `/universes/${id}/positions`],
    ['GET', `/universes/${id}/events`],
    ['DELETE', `/universes/${id}`],
  ]
}

onEachEngine((host) => {
  test('[UR8] nobody else finds a universe, not even an admin', async () => {
    const [ada, eve, admin] = [
      await Visitor.of(host()),
      await Visitor.of(host()),
      await Visitor.of(host(), 'admin'),
    ]
    const id = await ada.make('Secret')
    await ada.send(id, star('sun'))

    for (const stranger of [eve, admin]) {
      for (const [method, path, body] of requests(id)) {
        const { status, body: answer } = await stranger.rest(method, path, body)
        expect([method, path, status]).toEqual([method, path, 404])
        expect(answer).toEqual({ error: 'Universe not found' })
      }
    }
    expect(await ada.must('GET', `/universes/${id}`)).toMatchObject({ name: 'Secret', revision: 1 })
  })

  test('[UR182] a viewer looks, an editor changes, the owner shares and deletes', async () => {
    const [ada, vic, eddy] = [await Visitor.of(host()), await Visitor.of(host()), await Visitor.of(host())]
    const id = await ada.make('Ours')
    const share = (visitor: Visitor, role: string) =>
      ada.must('PUT', `/universes/${id}/members`, { email: visitor.user.email, role })
    expect(await share(vic, 'viewer')).toMatchObject({ id: vic.user.id, role: 'viewer' })
    await share(eddy, 'editor')
    const status = async (visitor: Visitor, method: string, path: string, body?: Json) =>
      (await visitor.rest(method, `/universes/${id}${path}`, body)).status

    expect(await vic.must('GET', `/universes/${id}`)).toMatchObject({
      role: 'viewer',
      owner: { id: ada.user.id },
    })
    expect(await status(vic, 'POST', '/commands', star('sun'))).toBe(403)
    expect(await status(vic, 'PUT', '', { name: 'Vics' })).toBe(403)
    expect(await status(vic, 'POST', '/undo', {})).toBe(403)
    expect(await status(eddy, 'POST', '/commands', star('sun'))).toBe(200)
    expect(await status(eddy, 'PUT', '', { name: 'Renamed' })).toBe(200)
    expect(await status(eddy, 'PUT', '/members', { email: 'x@example.com', role: 'viewer' })).toBe(403)
    for (const visitor of [vic, eddy]) expect(await status(visitor, 'DELETE', '')).toBe(403)
    expect(await vic.must('GET', `/universes/${id}/members`)).toEqual({
      members: expect.arrayContaining([
        { id: ada.user.id, name: expect.any(String), role: 'owner' },
        { id: vic.user.id, name: expect.any(String), role: 'viewer' },
        { id: eddy.user.id, name: expect.any(String), role: 'editor' },
      ]),
    })
    expect(await ada.must('GET', `/universes/${id}`)).toMatchObject({ name: 'Renamed', revision: 1 })
    expect(await status(ada, 'DELETE', '')).toBe(204)
  })

  test('[UR183] a member may leave, and a member whom the owner removes finds nothing any more', async () => {
    const [ada, bob] = [await Visitor.of(host()), await Visitor.of(host(), 'viewer')]
    const id = await ada.make()
    const members = `/universes/${id}/members`
    await ada.must('PUT', members, { email: bob.user.email, role: 'viewer' })

    expect((await bob.rest('DELETE', `${members}/${bob.user.id}`)).status).toBe(204)
    expect((await bob.rest('GET', `/universes/${id}`)).status).toBe(404)
    await ada.must('PUT', members, { email: bob.user.email, role: 'editor' })
    expect((await bob.rest('GET', `/universes/${id}`)).status).toBe(200)
    await ada.must('PUT', members, { email: bob.user.email, role: 'viewer' })
    expect((await ada.rest('DELETE', `${members}/${bob.user.id}`)).status).toBe(204)
    expect((await bob.rest('GET', `/universes/${id}`)).status).toBe(404)
    expect(await bob.must('GET', '/universes')).toMatchObject({ universes: [] })
  })

  test('[UC16] [UC40] [UC906] a universe is shared with people who have an account, by their address', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    const put = (body: Json) => ada.rest('PUT', `/universes/${id}/members`, body)

    expect((await put({ email: 'nobody@example.com', role: 'viewer' })).status).toBeOneOf([404, 422])
    expect(await put({ email: 'x@example.com', role: 'owner' })).toMatchObject({
      status: 400,
      body: { path: 'role' },
    })
    expect((await put({ email: ada.user.email, role: 'viewer' })).status).toBeOneOf([400, 409, 422])
  })

  test('[UR184] a role that may not write has no universe of its own and no command', async () => {
    const [ada, viewer] = [await Visitor.of(host()), await Visitor.of(host(), 'viewer')]
    const id = await ada.make()
    await ada.must('PUT', `/universes/${id}/members`, { email: viewer.user.email, role: 'editor' })

    expect((await viewer.rest('POST', '/universes', { name: 'Mine' })).status).toBe(403)
    expect((await viewer.rest('POST', `/universes/${id}/commands`, { type: 'tick', dt: 1 })).status).toBe(403)
    expect((await viewer.rest('GET', `/universes/${id}`)).status).toBe(200)
  })
})
