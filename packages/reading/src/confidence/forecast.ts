import type { Condition, Expression, Ontology, Query } from '@quipu/query'
import type { Frame } from '../plan/frame.ts'

/** Why a question about the future is refused. */
export const forecast = 'Data shows what happened; this asks for a forecast.'

const future =
  /\b(?:will (?!(?:\w+ )?(?:of|from|to)\b)|won't |going to |gonna )|\b(?:expected|projected|forecast(?:ed)?|predicted) (?:to|for|sales|revenue|profit|income|costs?|growth)\b/i

/** The question asks about the future, and the data has no rows for that time. */
export function isForecast(question: string, query: Query, ontology: Ontology, now: Date): boolean {
  if (!future.test(question)) return false
  const today = now.toISOString().slice(0, 10)
  const planned = periodsIn(query.where).filter(({ of, start, end }) => {
    const isAhead = (start ?? '') >= today || (end ?? '') > today
    return isAhead && lastOf(of, ontology) >= (start !== null && start > today ? start : today)
  })
  return planned.length === 0
}

/** "how much are we going to turn over next month": what is booked already is not what will be taken. */
export function isForecastOfMoney(question: string, { measures, time }: Frame, now: Date): boolean {
  const isAhead = (time?.start ?? '').slice(0, 10) > now.toISOString().slice(0, 10)
  const isOfMoney = measures.some(({ kind }) => kind === 'metric' || kind === 'mean' || kind === 'portion')
  return future.test(question) && isAhead && isOfMoney && !planned.test(question)
}

/** "what will we take at the fair": what a business will do itself. Where no reading is sure, none of what is known answers it. */
export function asksOwnFuture(question: string): boolean {
  return ownFuture.test(question) && !planned.test(question)
}

const ownFuture =
  /^(?:(?:and|so|but) )?(?:what|how (?:much|many))\b.*\b(?:(?:will|shall|'ll) (?:we|i|the (?:shop|business|company|firm))|(?:we|i)(?: will|'ll)|(?:are we|am i|we're|i'm) (?:going to|gonna))\b/i

const planned =
  /\b(?:book|booked|bookings?|planned|scheduled|reserved|reservations?|agreed|contracts?|due)\b/i

type Period = Extract<Condition, { kind: 'during' }>

function periodsIn(condition: Condition | null): readonly Period[] {
  if (condition === null) return []
  if (condition.kind === 'during') return [condition]
  return condition.kind === 'and' || condition.kind === 'or' ? condition.of.flatMap(periodsIn) : []
}

/** The latest day that a time field has. */
function lastOf(expression: Expression, { datasets }: Ontology): string {
  if (expression.kind !== 'field') return ''
  const dataset = datasets.find(({ name }) => name === expression.dataset)
  const field = dataset?.fields.find(({ name }) => name === expression.field)
  return typeof field?.statistics.max === 'string' ? field.statistics.max.slice(0, 10) : ''
}
