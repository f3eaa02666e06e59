import { tasks } from '@quipu/tasks'
import { describe, expect, test } from 'vitest'
import { openTestHost, password } from '../environment/test-host.ts'
import { json, onEachEngine } from './account-site.ts'

onEachEngine((site) => {
  describe('people', () => {
    test('[H27] are listed, added, invited and changed by admins', async () => {
      const boss = await site.admin()
      const email = `${crypto.randomUUID()}@example.com`
      const added = await boss.api('POST', '/api/users', { email, role: 'viewer', name: 'Bob', password })
      const bob = await json(added)
      const { users } = await json(await boss.api('GET', '/api/users'))
      const changed = await boss.api('PATCH', `/api/users/${bob['id']}`, {
        role: 'contributor',
        is_disabled: true,
        name: 'Robert',
      })

      expect(added.status).toBe(201)
      expect(bob).toMatchObject({
        email,
        role: 'viewer',
        name: 'Bob',
        has_password: true,
        is_disabled: false,
      })
      expect(users).toContainEqual(bob)
      expect(await json(changed)).toEqual({ ...bob, role: 'contributor', is_disabled: true, name: 'Robert' })
      expect(await site.at.host.accounts.verify(email, password)).toBeUndefined()
      const again = await boss.api('POST', '/api/users', { email, role: 'viewer' })
      expect(again.status).toBe(409)
      expect((await boss.api('PATCH', '/api/users/nobody', { name: 'x' })).status).toBe(404)
      expect((await boss.api('PATCH', `/api/users/${bob['id']}`, { role: 'king' })).status).toBe(400)
    })

    test('[H27] get links from admins, shown once', async () => {
      const boss = await site.admin()
      const email = `${crypto.randomUUID()}@example.com`
      const invited = await boss.api('POST', '/api/invitations', { email, role: 'viewer' })
      const invitation = await json(invited)
      const { id } = (await site.at.host.accounts.byEmail(email)) ?? {}
      const key = { 'idempotency-key': 'reset' }
      const reset = await json(await boss.api('POST', `/api/users/${id}/reset-link`, undefined, key))
      const again = await json(await boss.api('POST', `/api/users/${id}/reset-link`, undefined, key))

      expect(invited.status).toBe(201)
      expect(invitation).toEqual({
        email,
        url: expect.stringMatching(/\/invite\/[\w-]{43}$/),
        expires_at: '2026-11-08T08:00:00.000Z',
      })
      expect(reset).toMatchObject({ url: expect.stringMatching(/\/reset\/[\w-]{43}$/) })
      expect(again).toEqual({ email, expires_at: reset['expires_at'] })
      expect((await fetch(String(reset['url']))).status).toBe(200)
      expect((await site.kept.of(boss.id)).join()).not.toContain('/reset/')
    })

    test('[H27] are not accessible to others', async () => {
      const user = await site.someone()
      const paths = ['GET /api/users', 'POST /api/users', 'POST /api/invitations', 'GET /api/clients']
      for (const path of [...paths, `PATCH /api/users/${user.id}`, `DELETE /api/users/${user.id}`]) {
        const [method = '', where = ''] = path.split(' ')
        const refused = await user.api(method, where, method === 'GET' ? undefined : {})
        expect([path, refused.status]).toEqual([path, 403])
        expect(refused.headers.get('www-authenticate')).toBeNull()
      }
    })

    test('[H921] [A28] keep an admin, and a refused change changes nothing', async () => {
      await using alone = await openTestHost(site.engine, [tasks])
      const boss = await alone.user({ role: 'admin', path: '' })
      const before = await json(await boss.api('GET', '/api/account'))
      const path = `/api/users/${boss.id}`
      const refused = [
        await boss.api('PATCH', path, { name: 'New', role: 'viewer', is_disabled: true }),
        await boss.api('PATCH', path, { name: 'New', is_disabled: true }),
        await boss.api('DELETE', `${path}?data=erase`),
        await boss.api('DELETE', '/api/account?data=erase'),
      ]

      expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
      expect(await json(await boss.api('GET', '/api/account'))).toEqual(before)
    })
  })

  describe('erasing an account', () => {
    test('[H28] asks first, saying what would go and what else can be done', async () => {
      const [boss, user] = [await site.admin(), await site.someone()]
      await user.api('POST', '/api/tasks', { title: 'Water the plants' })
      const asked = await boss.api('DELETE', `/api/users/${user.id}`)
      const body = await json(asked)

      expect(asked.status).toBe(400)
      expect(body['message']).toMatch(/tasks \(1\).*\?data=erase.*is_disabled/)
      expect(body['summary']).toContainEqual({ kind: 'tasks', rows: 1 })
      expect((await user.api('GET', '/api/account')).status).toBe(200)
      expect((await boss.api('DELETE', `/api/users/${user.id}?data=keep`)).status).toBe(400)
      const erased = await boss.api('DELETE', `/api/users/${user.id}?data=erase`)
      expect(await json(erased)).toEqual({ id: user.id, erased: true })
      expect((await user.api('GET', '/api/account')).status).toBe(401)
      expect((await boss.api('DELETE', `/api/users/${user.id}?data=erase`)).status).toBe(404)
    })

    test('[H28] can be done by its person, with a key too, and is recorded in the audit', async () => {
      const user = await site.someone()
      const asked = await user.api('DELETE', '/api/account')
      const key = { 'idempotency-key': 'farewell' }
      const erased = await user.api('DELETE', '/api/account?data=erase', undefined, key)

      expect(asked.status).toBe(400)
      expect((await json(asked))['message']).toContain('/api/account/export')
      expect(await json(erased)).toEqual({ id: user.id, erased: true })
      expect(await site.at.host.accounts.byId(user.id)).toBeUndefined()
      await expect
        .poll(() => site.audit.eventsOf(user.id))
        .toEqual(
          expect.arrayContaining([
            { action: 'user.erased', outcome: 'ok' },
            { action: 'api.call', outcome: 'VALIDATION_ERROR' },
            { action: 'api.call', outcome: 'ok' },
          ]),
        )
    })
  })

  test('[H29] clients are listed, added and removed by admins', async () => {
    const boss = await site.admin()
    const id = `client-${crypto.randomUUID()}`
    const client = { id, name: 'My client', redirect_uris: ['http://127.0.0.1/callback'] }
    const added = await boss.api('POST', '/api/clients', client)
    const known = await json(added)
    const listed = async () => (await json(await boss.api('GET', '/api/clients')))['clients']

    expect(added.status).toBe(201)
    expect(known).toEqual({
      ...client,
      origin: 'added',
      created_at: '2026-11-01T08:00:00.000Z',
      last_used_at: null,
    })
    expect(await listed()).toContainEqual(known)
    expect((await boss.api('POST', '/api/clients', client)).status).toBe(409)
    const bad = await boss.api('POST', '/api/clients', { ...client, redirect_uris: ['javascript:alert(1)'] })
    expect(bad.status).toBe(400)
    expect((await boss.api('DELETE', `/api/clients/${id}`)).status).toBe(200)
    expect(await listed()).not.toContainEqual(known)
    expect((await boss.api('DELETE', `/api/clients/${id}`)).status).toBe(404)
  })

  test('[H30] [H923] [H924] the export is a ZIP of the caller’s data, for a credential that may read all of it', async () => {
    const [user, other] = [await site.someone(), await site.someone({ scope: ['account:read'] })]
    await user.api('POST', '/api/tasks', { title: 'Water the plants' })
    const answer = await user.api('GET', '/api/account/export')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const refused = await other.api('GET', '/api/account/export')

    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain('quipu-export-2026-11-01.zip')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    for (const file of ['account.json', 'tasks.json']) expect(bytes.includes(file)).toBe(true)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toContain('tasks:read')
    expect((await fetch(`${site.at.url}/api/account/export`)).status).toBe(401)
    await expect
      .poll(
        async () => (await site.audit.eventsOf(user.id)).filter(({ action }) => action === 'api.call').length,
      )
      .toBe(2)
  })
})
