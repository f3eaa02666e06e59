import type { Command } from '../command-line/command.ts'
import { exitCodes, UsageError } from '../terminal/failure.ts'
import type { Verdict } from '../operations/audit.ts'
import { withExistingStore } from '../owner/perform.ts'

export const auditVerify: Command = {
  name: 'audit verify',
  says: 'Check that no row of the audit was changed, removed or inserted since it was sealed.',
  words: [],
  options: {
    head: {
      value: 'NUMBER:HASH',
      says: 'A head that was printed earlier: fails if the chain no longer has it.',
    },
  },
  examples: [
    'npx quipu audit verify',
    'npx quipu audit verify --json',
    'npx quipu audit verify --head 12:9f86d081…',
  ],
  run: async (given, { config, log, print }) => {
    const head = headOf(given.value('head'))
    const verdict = await withExistingStore(config, log, (perform) => perform('audit.verify', { head }))
    print(given.isJson ? JSON.stringify(verdict) : linesOf(verdict).join('\n'))
    return verdict.ok ? exitCodes.ok : exitCodes.failed
  },
}

function headOf(typed: string | undefined): { number: number; hash: string } | undefined {
  if (typed === undefined) return undefined
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(typed) ?? []
  if (number !== undefined && hash !== undefined) return { number: Number(number), hash }
  throw new UsageError(
    '--head must be a number, a colon and 64 hexadecimal digits, as this command prints them.',
  )
}

function linesOf(verdict: Verdict): readonly string[] {
  const { ok, sealed_rows: rows, seals, unsealed_tail: tail, head } = verdict
  const waiting =
    tail === 0 ? [] : [`${tail} newer rows are not sealed yet; a server that runs does it within a second.`]
  if (verdict.first_problem?.kind === 'tail_lost')
    return [`✗ ${verdict.first_problem.lost}`, `The ${rows} rows that are there are as they were sealed.`]
  if (!ok) return [`✗ The audit is not as it was sealed: ${problemOf(verdict)}.`, ...waiting]
  const headLine = head === null || head.number === 0 ? [] : [`Head: ${head.number}:${head.hash}`]
  const begins =
    verdict.begins === null
      ? []
      : [
          `The chain begins after ${verdict.begins.sealed_at}: ${verdict.begins.removed_rows} older rows were removed by AUDIT_RETENTION_DAYS.`,
        ]
  return [`✓ ${rows} rows in ${seals} seals are as they were sealed.`, ...begins, ...waiting, ...headLine]
}

function problemOf({ first_problem: problem }: Verdict): string {
  const { kind, audit_id: id, seal, sealed_at: at } = problem ?? { kind: 'head_missing' as const }
  const thing = id === null || id === undefined ? `seal ${seal}` : `row ${id}`
  const since = at === null || at === undefined ? '' : `, sealed ${at}`
  switch (kind) {
    case 'changed':
      return `${thing} was changed${since}`
    case 'removed':
      return `${thing} is missing${since}`
    case 'inserted':
      return `${thing} was put in by somebody else`
    case 'tail_lost':
    case 'seal_changed':
      return `${thing} is not what this installation wrote under its root secret`
    case 'head_missing':
      return seal === null || seal === undefined
        ? 'the head of the chain is missing'
        : `the chain ends at ${thing}, before the given head: the store was put back to an earlier state`
  }
}
