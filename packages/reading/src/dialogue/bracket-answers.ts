export interface SplitQuestion {
  readonly question: string
  /** By label, lower case. */
  readonly answers: Readonly<Record<string, string>>
}

const trailing = /\s*\[\s*([^[\]:]{1,80}?)\s*:\s*([^[\]]{1,500}?)\s*\]\s*$/u

/** Door: answers written after a question, `… [Time period: Current quarter]`, apart from the question itself. */
export function splitAnswers(text: string): SplitQuestion {
  const found: [string, string][] = []
  let question = text
  for (let match = trailing.exec(question); match; match = trailing.exec(question)) {
    const [, label, answer] = match
    // Both groups of the pattern take part in every match.
    found.unshift([label!.toLowerCase(), answer!])
    question = question.slice(0, match.index)
  }
  return { question: question.trim(), answers: Object.fromEntries(found) }
}

/** Door: `clarification_answers` joined to those in brackets; the former win. */
export function joinAnswers(
  split: SplitQuestion,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const lowered = Object.entries(given).map(([label, answer]) => [label.trim().toLowerCase(), answer.trim()])
  return { ...split.answers, ...Object.fromEntries(lowered) }
}
