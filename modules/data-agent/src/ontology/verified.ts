import type { VerifiedQuestion } from '@quipu/query'

/**
 * The verified questions with who wrote each and when. One that was there before keeps its author; whatever the caller
 * says about authors is not believed.
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
