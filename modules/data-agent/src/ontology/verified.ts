import type { VerifiedQuestion } from '@quipu/query'

/**
 * The verified questions with the author and time of each. An existing one keeps its author; what the caller
 * sends about authors is ignored.
 */
export function signed(
  given: readonly VerifiedQuestion[],
  before: readonly VerifiedQuestion[],
  editor: string | null,
  now: Date,
): VerifiedQuestion[] {
  const known = new Map(before.map((one) => [keyOf(one), one]))
  return given.map((one) => {
    const { question, sql } = one
    const author = editor === null ? {} : { verifiedBy: editor }
    return known.get(keyOf(one)) ?? { question, sql, ...author, verifiedAt: now.toISOString() }
  })
}

function keyOf({ question, sql }: VerifiedQuestion): string {
  return JSON.stringify([question, sql])
}
