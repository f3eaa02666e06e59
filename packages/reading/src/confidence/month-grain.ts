import { type Condition, type Expression, type Ontology, type Query } from '@quipu/query'
import { isClock, isMoment } from '../lexicon/dataset-fields.ts'
import { hasOnlyMonths } from '../lexicon/month-fields.ts'
import { isMereDay } from '../lexicon/times-of-day.ts'
import { fieldAt } from './counts-one.ts'

/** Whether a query asks for days or weeks of rows that only have a month. */
export function asksWithinMonths({ groupBy, where }: Query, ontology: Ontology): boolean {
  const isOfMonths = (of: Expression): boolean => {
    const field = of.kind === 'field' ? fieldAt(of, ontology)?.field : undefined
    return field !== undefined && hasOnlyMonths(field)
  }
  return (
    groupBy.some(
      (key) =>
        (key.kind === 'period' || key.kind === 'part') &&
        within.has(key.kind === 'part' ? key.part : key.unit) &&
        isOfMonths(key.of),
    ) ||
    (where?.kind === 'and' ? where.of : [where]).some(
      (each) =>
        each?.kind === 'during' &&
        isOfMonths(each.of) &&
        [each.start, each.end].some(
          (bound) => bound !== null && !/^\d{4}-\d{2}-01(?:T00:00.*)?$/.test(bound),
        ),
    )
  )
}

const within: ReadonlySet<string> = new Set(['day', 'week', 'weekday', 'hour'])

/** "what time of day do we have the most fittings" by each time that was noted, such as 09:10. */
export function ranksMinutes({ groupBy, limit }: Query, ontology: Ontology): boolean {
  return (
    limit !== null &&
    groupBy.some((key) => {
      const field = key.kind === 'field' ? fieldAt(key, ontology)?.field : undefined
      return field !== undefined && isClock(field)
    })
  )
}

/** Whether a query divides rows by hours, or narrows them to some, by dates that say no time of day. */
export function hoursOfDays({ groupBy, where }: Query, ontology: Ontology): boolean {
  const isHour = (of: Expression): boolean => {
    const field =
      of.kind === 'part' && of.part === 'hour' && of.of.kind === 'field'
        ? fieldAt(of.of, ontology)?.field
        : undefined
    return field !== undefined && isMoment(field) && isMereDay(field)
  }
  const isOfHour = (each: Condition): boolean =>
    each.kind === 'not'
      ? isOfHour(each.of)
      : each.kind === 'and' || each.kind === 'or'
        ? each.of.some(isOfHour)
        : (each.kind === 'in' && isHour(each.of)) || (each.kind === 'compare' && isHour(each.left))
  return groupBy.some(isHour) || (where !== null && isOfHour(where))
}
