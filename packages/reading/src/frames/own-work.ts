import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import type { Frame } from '../plan/frame.ts'

/** "how many jabs did we give": not those that a mark says others gave. */
export function ownWorkOnly(frame: Frame, question: string, { datasets }: Ontology): Frame {
  const [slot, ...more] = frame.measures
  if (slot?.kind !== 'count' || more.length > 0 || !byUs.test(question) || others.test(question)) return frame
  const dataset = datasets.find(({ name }) => name === slot.dataset)
  const mark = dataset === undefined ? undefined : markOfOthers(dataset)
  const values = mark === undefined ? null : flagValues(mark)
  if (dataset === undefined || mark === undefined || values === null || values.no === null) return frame
  const of = fieldOf(dataset, mark)
  const key = `${dataset.name}.${mark.name}`
  if (frame.filters.some((one) => one.key.includes(mark.name))) return frame
  const isOurs: Condition = compare(of, '=', literal(values.no))
  const condition: Condition =
    mark.statistics.nulls > 0 ? { kind: 'or', of: [{ kind: 'null', of }, isOurs] } : isOurs
  const says = `Without ${dataset.label} marked as ${mark.label}.`
  return {
    ...frame,
    filters: [...frame.filters, { key, condition }],
    notes: [...frame.notes, { about: 'what counts', says, changesNumbers: false }],
  }
}

const byUs =
  /\b(?:did|do|have|had) we (?!have\b|get\b|had\b|got\b|see\b|buy\b|receive\b)|\bwe(?:'ve| have)? (?:did|done|gave|given|made|carried out)\b/i
const others = /\b(?:elsewhere|external\w*|other \p{L}+|outside|anywhere)\b/iu

function markOfOthers(dataset: Dataset): Field | undefined {
  return visible(dataset).find(({ label }) =>
    /\b(?:elsewhere|external(?:ly)?|outside|by others|third party|not ours)$/i.test(label),
  )
}
