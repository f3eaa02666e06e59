import type { Ontology } from '@quipu/query'
import type { Reading } from '../plan/reading.ts'
import { fieldOf } from '../restate/fields.ts'
import * as patch from './query-patches.ts'

const trend = /\b(?:trends?|trending|over time|evolution|developments?)\b/i
const dayMs = 86_400_000

/** "the trend of …": shows the measure over time when the question names no time step. */
export function withTrend(reading: Reading, question: string, ontology: Ontology): Reading {
  const word = trend.exec(question)?.[0]
  if (word === undefined || reading.query.groupBy.some(({ kind }) => kind === 'period' || kind === 'part'))
    return reading
  const field = patch.timeFieldOf(reading.query, ontology)
  if (field === null || reading.query.combine !== null) return reading
  const unit = daysShown(reading, ontology) > 62 ? 'month' : 'day'
  return {
    ...reading,
    query: patch.groupBy(reading.query, { kind: 'period', unit, of: field }, 'add', ontology),
    unmatched: reading.unmatched.filter((each) => !trend.test(each)),
    assumptions: [
      ...reading.assumptions,
      { about: 'trend', says: `“${word}” is shown per ${unit}.`, changesNumbers: false },
    ],
  }
}

/** The length of the period asked for, or else of the data. */
function daysShown({ query }: Reading, ontology: Ontology): number {
  const field = patch.timeFieldOf(query, ontology)
  const statistics = field === null ? undefined : fieldOf(ontology, field)?.statistics
  const parts = query.where?.kind === 'and' ? query.where.of : [query.where]
  const period = parts.find((one) => one?.kind === 'during')
  const [start, end] = period?.kind === 'during' ? [period.start, period.end] : [null, null]
  const days =
    (Date.parse(String(end ?? statistics?.max)) - Date.parse(String(start ?? statistics?.min))) / dayMs
  return Number.isFinite(days) ? days : 365
}
