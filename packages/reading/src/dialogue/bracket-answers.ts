export interface SplitQuestion {
  readonly question: string
  /** By label, lower case. */
  readonly answers: Readonly<Record<string, string>>
}

const trailing = /\s*\[\s*([^[\]:]{1,80}?)\s*:\s*([^[\]]{1,500}?)\s*\]\s*$/u

/** Entry point: separates a question from the answers written after it: `… [Time period: Current quarter]`. */
export function splitAnswers(text: string): SplitQuestion {
  const found: [string, string][] = []
  let question = text
  for (let match = trailing.exec(question); match; match = trailing.exec(question)) {
    const [, label, answer] = match
    // Safe: both groups of the pattern take part in every match.
    found.unshift([label!.toLowerCase(), answer!])
    question = question.slice(0, match.index)
  }
  return { question: question.trim(), answers: Object.fromEntries(found) }
}

/** Entry point: merges `clarification_answers` with the answers in brackets. The former win. */
export function joinAnswers(
  split: SplitQuestion,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const lowered = Object.entries(given).map(([label, answer]) => [label.trim().toLowerCase(), answer.trim()])
  return { ...split.answers, ...Object.fromEntries(lowered) }
}
