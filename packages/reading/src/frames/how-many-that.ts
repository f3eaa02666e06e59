import { metricExpression, type Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { FilterSlot, Frame, MeasureSlot } from '../plan/frame.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { homeOfFrame } from './home-of-frame.ts'

/** The noun of "how many boxes is that". Null for another question. */
export function nounOfThat(question: string): string | null {
  return (
    /^\W*(?:and\s+)?how many\s+(\p{L}+)\s+(?:is|are|was|were) (?:that|those|it|this)(?: (?:in (?:total|all)|altogether|all together|overall))?\W*$/iu.exec(
      question,
    )?.[1] ?? null
  )
}

/** "how many boxes is that": the numbers of boxes in the rows whose amounts were added up, or the number of the rows. */
export function countOfThat(noun: string, frame: Frame, ontology: Ontology): Frame | null {
  const [slot, ...more] = frame.measures
  const dataset = homeOfFrame(frame, ontology)
  if (dataset === null || more.length > 0 || frame.against !== null || frame.rank !== null) return null
  const [own = ''] = nameWords(noun)
  const called = [own, ...(short[own] ?? [])]
  const { also: _, ...rest } = frame
  const inAll = { ...rest, subject: null, groups: [], share: null }
  const isSummed = slot?.kind === 'field' && slot.function === 'sum'
  const measures = visible(dataset).filter(isMeasure)
  const named = measures.filter((field) => {
    const words = nameWords(field.label)
    return called.some((one) => words.includes(one)) && (!isSummed || words.some((word) => counts.has(word)))
  })
  const isOwn = nounsOf(noun, ontology, 0.9).some((one) => one.kind === 'dataset' && one.dataset === dataset)
  if (named.length === 0 && isOwn)
    return {
      ...inAll,
      measures: [{ kind: 'count', dataset: dataset.name }],
      filters: [...inAll.filters, ...countedBy(slot, ontology)],
    }
  const pieces = isPiece.test(noun)
    ? measures.filter(({ label }) => nameWords(label).some((word) => counts.has(word)))
    : []
  const found = named.length > 0 ? named : pieces
  // What was, before what was planned.
  const real = found.filter(({ label }) => !nameWords(label).some((word) => planned.has(word)))
  const [only, ...others] = real.length > 0 ? real : found
  if (only === undefined || others.length > 0) return null
  const measure: MeasureSlot = { kind: 'field', field: fieldRef(dataset, only), function: 'sum' }
  return { ...(isSummed ? frame : inAll), measures: [measure] }
}

/** The rows that the figure was made of, and not those that it leaves out. */
function countedBy(slot: MeasureSlot | undefined, ontology: Ontology): readonly FilterSlot[] {
  const of = slot?.kind === 'metric' ? metricExpression(slot.name, ontology) : null
  return of?.kind === 'aggregate' && of.where !== undefined
    ? [{ key: 'what counts', condition: of.where }]
    : []
}

const short: Readonly<Record<string, readonly string[]>> = {
  minute: ['min', 'mins'],
  hour: ['hr', 'hrs'],
  kilometre: ['km'],
  mile: ['mi'],
  kilo: ['kg'],
  person: ['guest', 'head', 'attendee', 'participant'],
}
const planned: ReadonlySet<string> = new Set(
  'estimated estimate planned plan expected expect forecast budget minimum min maximum max'.split(' '),
)
const isPiece = /^(?:units?|pieces?|items?|articles?|copies|bottles|boxes|pcs)$/i
const counts: ReadonlySet<string> = new Set('count number quantity qty total unit piece'.split(' '))
