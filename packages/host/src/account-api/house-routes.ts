import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { ownWrites } from './own-writes.ts'
import type { AccountServices } from './services.ts'

const Time = z.string().meta({ format: 'date-time' })

const verifyAudit = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/admin/audit/verification',
    summary: 'Check that nobody has changed, removed or added rows of the audit',
    needs: 'audit:read',
    effect: 'read',
    output: z.object({
      ok: z.boolean(),
      sealed_rows: z.number(),
      seals: z.number(),
      unsealed_rows: z.number().describe('So new that they are not sealed yet'),
      head: z.object({ number: z.number(), hash: z.string() }).nullable(),
      problem: z.string().nullable(),
    }),
    run: async ({ auditLog }: AccountServices) => {
      const { ok, sealedRows, seals, unsealedTail, head, firstProblem } = await auditLog.verify()
      return {
        ok,
        sealed_rows: sealedRows,
        seals,
        unsealed_rows: unsealedTail,
        head: head === undefined ? null : { ...head },
        problem: firstProblem === undefined ? null : wordsOf(firstProblem),
      }
    },
  }),
  { limit: { points: 10, seconds: 60 } },
)

const readHealth = defineRoute({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'How the installation is: store, Redis, files, jobs, limits, versions',
  needs: 'audit:read',
  effect: 'read',
  output: z.object({
    version: z.string(),
    node: z.string(),
    started_at: Time,
    memory_bytes: z.number(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    jobs: z.object({ waiting: z.number(), running: z.number(), dead: z.number() }),
    dead_jobs: z.array(z.object({ id: z.string(), kind: z.string(), error: z.string().nullable() })),
    limits: z.array(z.object({ name: z.string(), points: z.number(), seconds: z.number() })),
  }),
  run: ({ health }: AccountServices) => health(),
})

const listOwnJobs = defineRoute({
  method: 'GET',
  path: '/api/account/jobs',
  summary: 'Work in the background that was begun for you and is not done, newest first',
  needs: 'account:read',
  effect: 'read',
  output: z.object({
    jobs: z.array(z.object({ id: z.string(), kind: z.string(), state: z.string() })),
  }),
  run: async ({ jobs }: AccountServices, _, { caller }) => {
    const lists = await Promise.all(
      (['running', 'waiting', 'dead'] as const).map((state) => jobs.list({ state })),
    )
    const own = lists.flat().filter(({ userId }) => userId === caller.userId)
    return { jobs: own.slice(0, 100).map(({ id, name, state }) => ({ id, kind: name, state })) }
  },
})

export const houseRoutes = [verifyAudit, readHealth, listOwnJobs]

function wordsOf({
  kind,
  auditId,
  seal,
  lost,
}: NonNullable<Awaited<ReturnType<AccountServices['auditLog']['verify']>>['firstProblem']>): string {
  if (lost !== undefined) return lost
  if (auditId !== undefined) return `row ${auditId} was ${kind}`
  return seal === undefined ? kind.replaceAll('_', ' ') : `${kind.replaceAll('_', ' ')} at seal ${seal}`
}
