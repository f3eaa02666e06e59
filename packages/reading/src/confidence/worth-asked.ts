import { partsOfExpression, type Expression, type Ontology, type Query } from '@quipu/query'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import { isMoney } from '../lexicon/money-fields.ts'
import { nameWords, rawWords } from '../lexicon/name-words.ts'
import type { Plan } from '../plan/plan.ts'

const worth: readonly RegExp[] = [
  /^\W*(?:what|how much)(?:'s|’s| is| are| was| were)? (.+?) worth(?: (?:now|today|in total|in all|altogether))?\W*$/iu,
  /^\W*(?:what(?:'s|’s| is| are| was| were)? )?(?:the |our )?(?:(?:total|current|market|overall|whole|combined) )?(?:value|worth|prices?) (?:of|for) (.+?)\W*$/iu,
]
/** "how much is the red room", and not "how much is left": a thing is named. */
const price =
  /^\W*how much (?:is|are|was|were) (?:an? |the |one |our |my )?(?!(?:that|it|this|those|these|they|them|left|there|due|overdue|owed|outstanding|unpaid|still|in|on|to|not|open|being)\b)\p{L}/iu

/** Whether what something is worth or costs would be answered by names, or by a figure that is no money. */
export function isWorthUnanswered(plan: Plan, question: string, ontology: Ontology): boolean {
  if (plan.status !== 'readings' && plan.status !== 'clarification') return false
  if (![...worth, price].some((form) => form.test(question))) return false
  const said = new Set(rawWords(question).flatMap((word) => [word, ...nameWords(word)]))
  const isAmount = (expression: Expression): boolean => {
    if (expression.kind === 'metric') return true
    if (expression.kind === 'aggregate') return expression.of.kind !== 'rows' && isAmount(expression.of)
    if (expression.kind !== 'field') return partsOfExpression(expression).some(isAmount)
    const field = ontology.datasets
      .find(({ name }) => name === expression.dataset)
      ?.fields.find(({ name }) => name === expression.field)
    if (field === undefined) return true
    return isMoney(field) || (isMeasure(field) && nameWords(field.label).some((word) => said.has(word)))
  }
  const shown = plan.status === 'readings' ? plan.readings.slice(0, 1) : plan.readings
  return shown.length > 0 && shown.every(({ query }) => !showsOne(query, isAmount))
}

function showsOne(query: Query, isAmount: (expression: Expression) => boolean): boolean {
  const combined = query.combine?.with
  return (
    query.outputs.some(({ expression, label }) => isAmount(expression) || /\bvalue\b/i.test(label)) ||
    (combined !== undefined && showsOne(combined, isAmount))
  )
}

/** "what are the open bills worth" as a question for their amounts. Null for anything else. */
export function askedForAmounts(question: string): string | null {
  const [, of] = worth.map((form) => form.exec(question)).find((found) => found !== null) ?? []
  return of === undefined ? null : `how much are ${of}`
}

/** Why it is not answered. */
export const noWorth = 'It is not known which amount in this data says what this is worth or what it costs.'
