import type { Dataset, Field } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { momentNamed } from './named-moments.ts'

/** The time field that is set when somebody leaves or something ends. */
export function endMoment(dataset: Dataset): Field | null {
  // The end of a trial, of a minimum or of a pause is not the end of what was agreed.
  const fields = dataset.fields.filter(
    ({ label }) => !/\b(?:trial|minimum|min|notice|paused?|earliest)\b/i.test(label),
  )
  const gone = visible({ ...dataset, fields }).find(
    (field) => isMoment(field) && /\b(?:moved?|dropped|drop|opted|signed) (?:out|away)\b/i.test(field.label),
  )
  const found =
    gone ??
    lastDay(dataset) ??
    momentNamed(
      { ...dataset, fields },
      'churn leave left terminate term end exit cancel deactivate resign quit expire close delete finish die decease sell retire scrap dispose',
    )
  return found === null || found.statistics.nulls === 0 ? null : found
}

/** `employed to` beside `employed from`, `until` beside `since`: the last day of people who are no longer there. */
function lastDay(dataset: Dataset): Field | null {
  if (!isPeople(dataset)) return null
  const moments = visible(dataset).filter(isMoment)
  for (const [first, last] of spans) {
    const begin = moments.find(({ label, statistics }) => first.test(label) && statistics.nulls === 0)
    const rest = (label: string, edge: RegExp): string => label.toLowerCase().replace(edge, '').trim()
    const end = moments.find(
      ({ label, statistics }) =>
        begin !== undefined &&
        last.test(label) &&
        statistics.nulls > 0 &&
        rest(label, last) === rest(begin.label, first),
    )
    if (end !== undefined) return end
  }
  return null
}

const spans: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:from|since)$/i, /\b(?:to|until|till|thru)$/i],
  [/\bin$/i, /\bout$/i],
]
