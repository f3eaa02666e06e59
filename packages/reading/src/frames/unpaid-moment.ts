import type { Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { isPaidOn } from '../lexicon/event-moment.ts'
import { deadStates } from '../metrics/not-sold.ts'
import type { Frame } from '../plan/frame.ts'

/** "how many payments failed this year": what failed was never paid, so that the period is that of another date that every row has. */
export function withUnpaidMoment(frame: Frame, { datasets }: Ontology): Frame {
  const { moment, time, filters, measures } = frame
  const home = datasets.find(({ name }) => name === moment?.dataset)
  const paid = home?.fields.find(({ name }) => name === moment?.field)
  if (home === undefined || paid === undefined || time === null || !isPaidOn(paid, home)) return frame
  const rates = measures.flatMap((slot) => (slot.kind === 'rate' ? [slot.condition] : []))
  const said = JSON.stringify([...filters.map(({ condition }) => condition), ...rates]).toLowerCase()
  const isDead = deadStates.some(
    (state) => said.includes(`"value":"${state}"`) || said.includes(`"values":["${state}"`),
  )
  if (!isDead || paid.statistics.nulls === 0) return frame
  const own = visible(home).find(
    (field) =>
      isMoment(field) &&
      field.statistics.nulls === 0 &&
      !/\b(?:updated|modified|changed)\b/i.test(field.label),
  )
  if (own === undefined) return frame
  const note = { about: 'date', says: `The period is that of ${own.label}.`, changesNumbers: true }
  return { ...frame, moment: fieldRef(home, own), notes: [...frame.notes, note] }
}
