import { expect, test } from 'vitest'
import { Ear } from '../isolation/ear.ts'
import { EventReader, LegacyClient } from '../sessions/legacy-client.ts'
import { onEachEngine, star, Visitor } from './open-universe.ts'

onEachEngine((host) => {
  test('[UT16] owner and members are notified of a change, in both eras; nobody else is', async () => {
    const [ada, bob, eve] = [await Visitor.of(host()), await Visitor.of(host()), await Visitor.of(host())]
    const id = await ada.make()
    const uri = `universe://${id}`
    await ada.must('PUT', `/universes/${id}/members`, { email: bob.user.email, role: 'viewer' })
    const legacy = await new LegacyClient(`${host().url}/mcp`, bob.user.token).hello()
    await legacy.rpc('resources/subscribe', { uri })
    const stream = new EventReader(await legacy.send('GET'))
    const ears = { ada: new Ear(), bob: new Ear(), eve: new Ear() }
    await ears.ada.listen(ada.user, [uri])
    await ears.bob.listen(bob.user, [uri])
    await ears.eve.listen(eve.user, [uri])

    await ada.send(id, star('sun'))

    await expect.poll(() => [ears.ada.heard.length, ears.bob.heard.length]).toEqual([1, 1])
    expect([ears.ada.heard, ears.bob.heard, ears.eve.heard]).toEqual([[uri], [uri], []])
    const notice = await stream.next()
    expect(notice?.message).toMatchObject({ method: 'notifications/resources/updated', params: { uri } })
    for (const ear of Object.values(ears)) await ear.close()
    await stream.hangUp()
  })

  test('[UT911] a refused command notifies no subscriber', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    const ear = new Ear()
    await ear.listen(ada.user, [`universe://${id}`])

    await ada.send(id, { type: 'removeStar', id: 'nobody' })
    await ada.send(id, { type: 'tick', dt: 1 })

    await expect.poll(() => ear.heard.length).toBeGreaterThan(0)
    expect(ear.heard).toHaveLength(1)
    await ear.close()
  })
})
