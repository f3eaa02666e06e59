import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { diagnose } from '../attempts/diagnose.ts'
import type { Attempt } from '../attempts/group-hops.ts'
import { hopKinds, isFailed } from '../attempts/hop.ts'
import type { AccountServices } from './services.ts'

const Time = z.string().meta({ format: 'date-time' })

const AttemptWire = z.object({
  id: z.string(),
  state: z.enum(['connected', 'failed', 'waiting']),
  hop: z.enum(hopKinds).nullable().describe('Where it failed or waits'),
  cause: z.string().nullable(),
  fix: z.string().nullable(),
  client: z.string().describe('By its own word'),
  client_id: z.string().nullable(),
  address: z.string(),
  hops: z.array(
    z.object({
      kind: z.enum(hopKinds),
      at: Time,
      ok: z.boolean(),
      status: z.number(),
      path: z.string(),
      error: z.string().nullable(),
      request_id: z.string(),
    }),
  ),
})

const AttemptsWire = z.object({ attempts: z.array(AttemptWire) })
const most = 50

const listOwnAttempts = defineRoute({
  method: 'GET',
  path: '/api/account/connection-attempts',
  summary: 'How clients tried to connect for you, or from where you are, in the last day; newest first',
  needs: 'account:read',
  effect: 'read',
  output: AttemptsWire,
  run: async ({ attempts, addressOf, now }: AccountServices, _, { caller }) => {
    const address = addressOf(caller)
    const own = attempts
      .list()
      .filter(({ hops }) => isOf(hops, caller.userId) || (isOfNobody(hops) && isFrom(hops, address)))
      .filter(({ hops }) => hops.every(({ userId }) => userId === undefined || userId === caller.userId))
    return { attempts: own.slice(0, most).map((attempt) => attemptWire(attempt, now())) }
  },
})

const listAttempts = defineRoute({
  method: 'GET',
  path: '/api/admin/connection-attempts',
  summary: 'How clients tried to connect in the last day; newest first',
  needs: 'audit:read',
  effect: 'read',
  output: AttemptsWire,
  run: async ({ attempts, now }: AccountServices) => ({
    attempts: attempts
      .list()
      .slice(0, most)
      .map((attempt) => attemptWire(attempt, now())),
  }),
})

export const attemptRoutes = [listOwnAttempts, listAttempts]

type Hops = Attempt['hops']

function isOf(hops: Hops, userId: string): boolean {
  return hops.some((hop) => hop.userId === userId)
}

/** True if nobody has signed in on this attempt yet. Once somebody has consented, the attempt is theirs. */
function isOfNobody(hops: Hops): boolean {
  return hops.every(({ userId, kind }) => userId === undefined && kind !== 'consent' && kind !== 'token')
}

function isFrom(hops: Hops, address: string | undefined): boolean {
  return address !== undefined && hops.some((hop) => hop.address === address)
}

function attemptWire(attempt: Attempt, now: Date): z.input<typeof AttemptWire> {
  const { state, hop, cause, fix } = diagnose(attempt, now.getTime())
  const [first] = attempt.hops
  return {
    id: attempt.id,
    state,
    hop: hop ?? null,
    cause: cause ?? null,
    fix: fix ?? null,
    client: first?.userAgent ?? '',
    client_id: attempt.hops.find(({ clientId }) => clientId !== undefined)?.clientId ?? null,
    address: first?.address ?? '',
    hops: attempt.hops.slice(-100).map((each) => ({
      kind: each.kind,
      at: new Date(each.at).toISOString(),
      ok: !isFailed(each),
      status: each.status,
      path: each.path,
      error: each.why ?? null,
      request_id: each.requestId,
    })),
  }
}
