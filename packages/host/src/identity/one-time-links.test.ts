import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ToolError } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Accounts } from './accounts.ts'
import type { OneTimeLink } from './one-time-links.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from './accounts.ts'
import type { OpenLinks } from './one-time-links.ts'
import { forgetExpiredLinks, openLinks } from './one-time-links.ts'
import { beginWithNobody, passwords } from '../testing/open-auth.ts'
import { onEveryStore } from '../testing/test-stores.ts'
import { scrubText } from '../telemetry/scrub.ts'
import { watchedLinks } from './watched-accounts.ts'
import { WebSessions } from './web-sessions.ts'

const appUrl = 'https://quipu.example'
const gone = {
  code: 'NOT_FOUND',
  message: 'This link has expired or was used already; ask an admin for a new one',
}

onEveryStore('one-time links', (openStore) => {
  let store: Store
  let clock: Clock
  let accounts: Accounts
  let links: OpenLinks
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)
  beforeEach(() => {
    clock = new Clock()
    accounts = openAccounts(store, clock.now, undefined, passwords)
    links = openLinks({ store, accounts, appUrl, now: clock.now, passwords })
  })

  const invitation = { email: 'Ada@example.com', name: 'Ada', role: 'contributor' } as const
  const rows = () =>
    store.query<{ token_hash: string }>('everyone', { sql: 'select * from one_time_links', parameters: [] })

  test('[A34] an invitation makes the account, and its link the password', async () => {
    const link = await links.invite(invitation)

    expect(link).toMatchObject({ email: 'ada@example.com', expiresAt: new Date('2026-11-08T08:00:00Z') })
    expect(link.url).toMatch(/^https:\/\/quipu\.example\/invite\/[A-Za-z0-9_-]{43}$/)
    expect(await accounts.byEmail('ada@example.com')).toMatchObject({
      role: 'contributor',
      hasPassword: false,
    })
    expect(await links.peek(tokenOf(link))).toEqual({
      purpose: 'invitation',
      email: 'ada@example.com',
      name: 'Ada',
    })
    expect(await links.use(tokenOf(link), 'correct horse')).toMatchObject({ email: 'ada@example.com' })
    expect(await accounts.verify('ada@example.com', 'correct horse')).toBeDefined()
  })

  test('[H713] the store holds the hash of the token, not the token', async () => {
    const token = tokenOf(await links.invite(invitation))

    expect(JSON.stringify(await rows())).not.toContain(token)
    expect((await rows())[0]?.token_hash).toBe(createHash('sha256').update(token).digest('hex'))
  })

  test('[A34] a person who has not come yet can be invited again, and the earlier link ends', async () => {
    const first = await links.invite(invitation)
    const second = await links.invite(invitation)

    expect(await links.peek(tokenOf(first))).toBeUndefined()
    expect(await links.peek(tokenOf(second))).toBeDefined()
    expect(await accounts.list()).toHaveLength(1)
    await expect(links.invite({ ...invitation, role: 'admin' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('was invited as contributor'),
    })
  })

  test('[A933] an account with a password cannot be invited, and a disabled one gets no link', async () => {
    await accounts.create({ email: 'owner@example.com', role: 'admin' })
    await accounts.create({ ...invitation, password: 'correct horse' })
    await expect(links.invite(invitation)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('make a reset link instead'),
    })

    await accounts.disable('ada@example.com')
    await expect(links.resetPassword('ada@example.com')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('enable it first'),
    })
    await expect(links.resetPassword('eve@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(links.invite({ email: 'nobody', role: 'viewer' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('[A931] a reset link is good for 24 hours and ends an earlier one', async () => {
    await accounts.create({ ...invitation, password: 'correct horse' })
    const first = await links.resetPassword('ADA@example.com')
    const second = await links.resetPassword('ada@example.com')

    expect(second.url).toMatch(/^https:\/\/quipu\.example\/reset\//)
    expect(second.expiresAt).toEqual(new Date('2026-11-02T08:00:00Z'))
    await expect(links.use(tokenOf(first), 'battery staple')).rejects.toMatchObject(gone)
    clock.advance('86399s')
    expect(await links.peek(tokenOf(second))).toMatchObject({ purpose: 'password' })
    clock.advance('1s')
    expect(await links.peek(tokenOf(second))).toBeUndefined()
    await expect(links.use(tokenOf(second), 'battery staple')).rejects.toMatchObject(gone)
    expect(await accounts.verify('ada@example.com', 'correct horse')).toBeDefined()
  })

  test('[A33] of ten uses at once one succeeds, and its password is the one that counts', async () => {
    const token = tokenOf(await links.invite(invitation))
    const passwords = Array.from({ length: 10 }, (_, place) => `correct horse ${place}`)

    const outcomes = await Promise.allSettled(passwords.map((password) => links.use(token, password)))

    const winners = passwords.filter((_, place) => outcomes[place]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect(reasonsOf(outcomes)).toEqual(Array(9).fill(expect.objectContaining(gone)))
    expect(await accounts.verify('ada@example.com', winners[0] ?? '')).toBeDefined()
  })

  test('[A33] [A931] links made and used at once leave at most one that works, and nobody waits for ever', async () => {
    const token = tokenOf(await links.invite(invitation))

    const outcomes = await Promise.allSettled([
      links.use(token, 'correct horse'),
      ...Array.from({ length: 5 }, () => links.resetPassword('ada@example.com')),
    ])

    expect(reasonsOf(outcomes).filter((reason) => !isGone(reason))).toEqual([])
    const unused = await store.query('everyone', {
      sql: 'select from one_time_links where used_at is null',
      parameters: [],
    })
    expect(unused.length).toBeLessThanOrEqual(1)
  })

  test.each(['', 'made-up', 'x'.repeat(43), 'a\0'])('[H901] the token %j is nothing', async (token) => {
    await links.invite(invitation)

    expect(await links.peek(token)).toBeUndefined()
    await expect(links.use(token, 'correct horse')).rejects.toMatchObject(gone)
  })

  test('[A33] [A932] a bad password does not spend the link; a disabled account cannot use it', async () => {
    await accounts.create({ email: 'owner@example.com', role: 'admin' })
    const token = tokenOf(await links.invite(invitation))

    await expect(links.use(token, 'short')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await accounts.disable('ada@example.com')
    await expect(links.use(token, 'correct horse')).rejects.toMatchObject(gone)
  })

  test('[A31] a password chosen by a link ends every browser session of the account', async () => {
    const { id } = await accounts.create({ ...invitation, password: 'correct horse' })
    const sessions = new WebSessions({ store, now: clock.now })
    const session = await sessions.begin(id)

    await links.use(tokenOf(await links.resetPassword('ada@example.com')), 'battery staple')

    expect(await sessions.find(session)).toBeUndefined()
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['is changed', (id) => accounts.changePassword(id, 'first password', 'second password')],
    [
      'is changed, apps staying connected',
      (id) => accounts.changePassword(id, 'first password', 'second password', { endsAccess: false }),
    ],
    ['is set by an admin', () => accounts.setPassword('ada@example.com', 'second password')],
    ['stays and the person signs out everywhere', (id) => accounts.endAccess(id)],
    [
      'stays and the account is disabled, also once it is enabled again',
      async () => {
        await accounts.disable('ada@example.com')
        await accounts.enable('ada@example.com')
      },
    ],
  ])('[A932] a link that waits ends when the password %s', async (_what, act) => {
    const { id } = await accounts.create({ ...invitation, password: 'first password' })
    const waiting = [await links.resetPassword('ada@example.com'), await links.signIn('ada@example.com')]
    await act(id)

    for (const link of waiting) expect(await links.peek(tokenOf(link))).toBeUndefined()
    await expect(links.use(tokenOf(waiting[0]!), 'third password')).rejects.toMatchObject(gone)
    await expect(links.useToSignIn(tokenOf(waiting[1]!))).rejects.toMatchObject(gone)
  })

  test('[M2] the log shows the token of no link, of whatever kind', async () => {
    const made = [await links.invite(invitation)]
    made.push(await links.resetPassword('ada@example.com'), await links.signIn('ada@example.com'))

    for (const link of made) expect(scrubText(`GET ${link.url}`)).not.toContain(tokenOf(link))
  })

  test('[A931] expired links are forgotten', async () => {
    await links.invite(invitation)
    await store.query('everyone', forgetExpiredLinks(clock.now()))
    expect(await rows()).toHaveLength(1)

    clock.advance('7d')
    await store.query('everyone', forgetExpiredLinks(clock.now()))
    expect(await rows()).toHaveLength(0)
  })

  test('[A934] the audit records who made a link and that it was used, and never its token', async () => {
    const owner = await accounts.create({ email: 'owner@example.com', role: 'admin' })
    const recorded: AuditEvent[] = []
    const changed: string[] = []
    const watched = watchedLinks(links, {
      record: (event) => recorded.push(event),
      changed: (userId) => changed.push(userId),
    })

    const token = tokenOf(await watched.invite({ ...invitation, createdBy: owner.id }))
    await expect(watched.use('made-up', 'correct horse')).rejects.toMatchObject(gone)
    const { id } = await watched.use(token, 'correct horse')
    await watched.resetPassword('ada@example.com')

    expect(recorded.map(({ action, userId, resourceId }) => [action, userId, resourceId])).toEqual([
      ['link.created', owner.id, id],
      ['link.used', id, id],
      ['link.created', id, id],
    ])
    expect(changed).toEqual([id])
    expect(JSON.stringify(recorded)).not.toContain(token)
  })
})

function tokenOf({ url }: OneTimeLink): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function reasonsOf(outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
}

function isGone(reason: unknown): boolean {
  return reason instanceof ToolError && reason.message === gone.message
}
