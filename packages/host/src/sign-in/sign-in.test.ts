import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import { servers } from '../../../../test/environment/index.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Accounts } from '../identity/accounts.ts'
import { testLimits } from '../limits/test-limits.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from '../identity/accounts.ts'
import { beginWithNobody, passwords } from '../testing/open-auth.ts'
import { SignIn } from './sign-in.ts'
import { onEveryStore } from '../testing/test-stores.ts'

const { redisUrl } = servers()

onEveryStore('signing in', (openStore) => {
  let store: Store
  let accounts: Accounts
  let adaId: string
  beforeAll(async () => {
    store = await openStore()
    accounts = openAccounts(store, new Clock().now, undefined, passwords)
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)
  beforeEach(async () => {
    adaId = (await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })).id
  })

  const open = async () => {
    const recorded: AuditEvent[] = []
    const limits = await testLimits()
    onTestFinished(() => limits.close())
    const audit = { record: (event: AuditEvent) => void recorded.push(event), room: () => undefined }
    return { signIn: new SignIn({ accounts, limits, audit }), recorded }
  }

  test('[H711] the right password signs in, and the audit records who and from where', async () => {
    const { signIn, recorded } = await open()

    const outcome = await signIn.attempt(attempt({ email: ' ADA@example.com' }))

    expect(outcome).toMatchObject({ ok: true, account: { id: adaId } })
    expect(recorded).toEqual([
      {
        userId: adaId,
        action: 'auth.signed_in',
        resourceType: 'user',
        resourceId: adaId,
        outcome: 'ok',
        requestId: 'req-1',
        metadata: { address: '203.0.113.9' },
      },
    ])
  })

  test('[H710] [H711] unknown, wrong, disabled and without a password are one answer', async () => {
    const { signIn, recorded } = await open()
    const off = await accounts.create({ email: 'off@example.com', role: 'viewer', password: 'correct horse' })
    await accounts.disable('off@example.com')
    const without = await accounts.create({ email: 'new@example.com', role: 'viewer' })

    for (const change of [
      { email: 'hunter2@nowhere.example' },
      { password: 'wrong horse' },
      { email: 'off@example.com' },
      { email: 'new@example.com', password: '' },
    ])
      expect(await signIn.attempt(attempt(change))).toEqual({ ok: false, reason: 'wrong' })

    expect(recorded.map(({ resourceId }) => resourceId)).toEqual(['unknown', adaId, off.id, without.id])
    for (const { action, userId, outcome } of recorded)
      expect({ action, userId, outcome }).toEqual({
        action: 'auth.sign_in_refused',
        userId: undefined,
        outcome: 'UNAUTHORIZED',
      })
    expect(JSON.stringify(recorded)).not.toMatch(/hunter2|horse/)
  })

  test('[H710] each of the four takes as long as the others', async () => {
    const { signIn } = await open()
    await accounts.create({ email: 'off@example.com', role: 'viewer', password: 'correct horse' })
    await accounts.disable('off@example.com')
    await accounts.create({ email: 'new@example.com', role: 'viewer' })
    const emails = ['ada@example.com', 'eve@example.com', 'off@example.com', 'new@example.com']
    const times = new Map<string, number[]>(emails.map((email) => [email, []]))
    for (let round = 0; round < 5; round++)
      for (const [email, taken] of times) {
        // Computing time of this process alone, so that a busy machine does not count.
        const before = process.cpuUsage()
        await signIn.attempt(attempt({ email, password: 'wrong horse' }))
        const { user, system } = process.cpuUsage(before)
        taken.push(user + system)
      }

    const medians = Array.from(times.values(), (taken) => taken.toSorted((one, two) => one - two)[2] ?? 0)
    // Without the hash it would be a fiftieth.
    expect(Math.min(...medians)).toBeGreaterThan(Math.max(...medians) * 0.3)
  })

  test('[A935] signing in often does not count', async () => {
    const { signIn } = await open()

    for (let time = 0; time < 12; time++) expect(await signIn.attempt(attempt())).toMatchObject({ ok: true })
  })
})

/** Which passwords are right is not what these are about: no store, and no time spent on hashes. */
describe.each([
  { keeper: 'memory', url: undefined, isHere: true },
  { keeper: 'redis', url: redisUrl ?? undefined, isHere: redisUrl !== null },
])('failed sign-ins counted in $keeper', ({ url, isHere }) => {
  const open = async () => {
    let looks = 0
    const recorded: AuditEvent[] = []
    const limits = await testLimits({ redisUrl: url })
    onTestFinished(() => limits.close())
    const account = {
      id: crypto.randomUUID(),
      email: '',
      name: '',
      role: 'viewer',
      createdAt: new Date(),
    } as const
    const accounts = {
      verify: async (_: string, password: string) => {
        looks += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
        return password === 'correct horse' ? account : undefined
      },
      byEmail: async () => undefined,
    }
    const audit = { record: (event: AuditEvent) => void recorded.push(event), room: () => undefined }
    return { signIn: new SignIn({ accounts, limits, audit }), looks: () => looks, recorded }
  }
  const someone = () => `${crypto.randomUUID()}@example.com`
  const somewhere = () => `198.51.100.${crypto.randomUUID()}`
  const wrong = { password: 'wrong horse' }

  test.skipIf(!isHere)('[A35] after ten failures not even the right password is looked at', async () => {
    const { signIn, looks, recorded } = await open()
    const email = someone()
    for (let time = 0; time < 9; time++) {
      await signIn.attempt(attempt({ ...wrong, email, address: somewhere() }))
      expect(await signIn.attempt(attempt({ email, address: somewhere() }))).toMatchObject({ ok: true })
    }
    await signIn.attempt(attempt({ ...wrong, email: email.toUpperCase(), address: somewhere() }))
    const before = looks()

    const refused = await signIn.attempt(attempt({ email, address: somewhere() }))

    expect(refused).toEqual({ ok: false, reason: 'too_many', retryAfterSeconds: expect.any(Number) })
    expect('retryAfterSeconds' in refused && refused.retryAfterSeconds).toBeGreaterThan(800)
    expect(looks()).toBe(before)
    expect(recorded.at(-1)).toMatchObject({ action: 'auth.sign_in_refused', outcome: 'RATE_LIMITED' })
    expect(await signIn.attempt(attempt({ email: someone(), address: somewhere() }))).toMatchObject({
      ok: true,
    })
  })

  test.skipIf(!isHere)('[A35] after thirty failures from one address it is turned away', async () => {
    const { signIn, looks } = await open()
    const address = somewhere()
    for (let time = 0; time < 30; time++)
      await signIn.attempt(attempt({ ...wrong, email: someone(), address }))

    expect(await signIn.attempt(attempt({ email: someone(), address }))).toMatchObject({ reason: 'too_many' })
    expect(looks()).toBe(30)
    expect(await signIn.attempt(attempt({ email: someone(), address: somewhere() }))).toMatchObject({
      ok: true,
    })
  })

  test.skipIf(!isHere)('[A35] simultaneous attempts do not get around either limit', async () => {
    const { signIn, looks } = await open()
    const email = someone()
    await Promise.all(
      Array.from({ length: 40 }, () => signIn.attempt(attempt({ ...wrong, email, address: somewhere() }))),
    )
    expect(looks()).toBe(10)

    const address = somewhere()
    await Promise.all(
      Array.from({ length: 60 }, () => signIn.attempt(attempt({ ...wrong, email: someone(), address }))),
    )
    expect(looks()).toBe(40)
  })

  test.skipIf(!isHere)('[A935] a crowd that signs in at once does not lock its address', async () => {
    const { signIn } = await open()
    const address = somewhere()
    await Promise.all(
      Array.from({ length: 35 }, () => signIn.attempt(attempt({ email: someone(), address }))),
    )

    expect(await signIn.attempt(attempt({ email: someone(), address }))).toMatchObject({ ok: true })
  })

  test.skipIf(!isHere)('[A35] attempts on a locked account do not lock the address', async () => {
    const { signIn } = await open()
    const email = someone()
    const address = somewhere()
    for (let time = 0; time < 50; time++) await signIn.attempt(attempt({ ...wrong, email, address }))

    expect(await signIn.attempt(attempt({ email: someone(), address }))).toMatchObject({ ok: true })
  })
})

function attempt(change: { email?: string; password?: string; address?: string } = {}) {
  const plain = {
    email: 'ada@example.com',
    password: 'correct horse',
    address: '203.0.113.9',
    requestId: 'req-1',
  }
  return { ...plain, ...change }
}
