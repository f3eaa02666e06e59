import { z } from 'zod'
import { operation, timeOf } from './operation.ts'

const Head = z.object({ number: z.number(), hash: z.string() })

const Verdict = z.object({
  ok: z.boolean(),
  sealed_rows: z.number(),
  seals: z.number(),
  unsealed_tail: z.number(),
  head: Head.nullable(),
  begins: z.object({ sealed_at: z.string(), removed_rows: z.number() }).nullable(),
  first_problem: z
    .object({
      kind: z.enum(['changed', 'removed', 'inserted', 'seal_changed', 'head_missing', 'tail_lost']),
      audit_id: z.number().nullable(),
      seal: z.number().nullable(),
      sealed_at: z.string().nullable(),
      lost: z.string().nullable(),
    })
    .nullable(),
})
export type Verdict = z.infer<typeof Verdict>

export const auditOperations = {
  'audit.verify': operation({
    input: z.object({ head: Head.optional() }),
    output: Verdict,
    run: async ({ host }, { head: known }) => {
      const { ok, sealedRows, seals, unsealedTail, head, begins, firstProblem } =
        await host.audit.verify(known)
      return {
        ok,
        sealed_rows: sealedRows,
        seals,
        unsealed_tail: unsealedTail,
        head: head === undefined ? null : { number: head.number, hash: head.hash },
        begins:
          begins === undefined
            ? null
            : { sealed_at: begins.sealedAt.toISOString(), removed_rows: begins.removedRows },
        first_problem:
          firstProblem === undefined
            ? null
            : {
                kind: firstProblem.kind,
                audit_id: firstProblem.auditId ?? null,
                seal: firstProblem.seal ?? null,
                sealed_at: timeOf(firstProblem.at),
                lost: firstProblem.lost ?? null,
              },
      }
    },
  }),
}
