import type { Ontology } from '@quipu/query'
import { field as fieldRef, literal } from '../interpret/builder.ts'
import type { FilterSlot, Frame, MeasureSlot } from '../plan/frame.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { nounsOf, valuesOf } from '../interpret/whole-phrase.ts'
import { singular } from '../words/word-forms.ts'
import { revenueOf } from '../business/business.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { revenueOfLines } from './line-revenue.ts'

const splits =
  /^\W*(?:and )?(?:(?:split|divided?|break|broken|separate[d]?|group(?:ed)?|compare)\b|(?:by|per|into|between) |.*\b(?:separately|apart|vs\.?|versus|side by side|next to each other)\W*$)/iu
const lead =
  /^\W*(?:and )?(?:(?:split|divided?|break|broken|separate[d]?|group(?:ed)?|compare)(?: (?:it|that|this|them))?(?: (?:up|down|out))?(?: (?:by|into|in|between|per))?|by|per|into|between) /iu
const others = /,? (?:etc\.?|and so on|and the rest|and others|\.\.\.)\W*$/iu

/** "split by card and cash", "into deposits and final bills": divided by the property whose values are named. Null for another question. */
export function splitByValues(question: string, frame: Frame, ontology: Ontology): Frame | null {
  const home = homeOfFrame(frame, ontology)?.name ?? null
  const text = question.replace(others, '').replace(/[?.!\s]+$/u, '')
  if (!splits.test(text) || home === null || frame.against !== null || frame.rank !== null) return null
  const pieces = text
    .replace(lead, '')
    .replace(/ (?:separately|apart|side by side|next to each other)$/iu, '')
    .split(/\s*(?:,|&|\band\b|\bor\b|\bvs\.?|\bversus\b)\s*/iu)
    .map((piece) => piece.replace(/^(?:the|our|by) /iu, '').trim())
    .filter((piece) => piece !== '')
  const isOpen = others.test(question)
  if (pieces.length < (isOpen ? 1 : 2)) return null
  const [own, ofLines] = [frame.measures, linesOf(frame, ontology)]
  const [found] = [{ home, measures: own }, ...ofLines].flatMap((one) => {
    const named = pieces.map((piece) => valuesNamed(piece, one.home, ontology))
    const place = sharedPlace(named, one.home, ontology)
    return place === undefined ? [] : [{ ...one, named, place }]
  })
  if (found === undefined) return null
  const { named, place } = found
  const dataset = ontology.datasets.find(({ name }) => name === place.dataset)
  const field = dataset?.fields.find(({ name }) => name === place.field)
  if (dataset === undefined || field === undefined) return null
  const of = fieldRef(dataset, field)
  const values = named.flatMap((each) =>
    each.filter((one) => one.dataset === dataset.name && one.field === field.name).map(({ value }) => value),
  )
  const isAll = isOpen || new Set(values).size >= field.statistics.distinct
  const key = `${dataset.name}.${field.name}`
  const only: FilterSlot = {
    key,
    condition: {
      kind: 'or',
      of: [...new Set(values)].map((value) => ({
        kind: 'compare',
        operator: '=',
        left: of,
        right: literal(value),
      })),
    },
  }
  const measures: readonly MeasureSlot[] =
    found.measures.length > 0 ? found.measures : [{ kind: 'count', dataset: home }]
  const periods = frame.groups.filter(({ kind }) => kind === 'period' || kind === 'part')
  return {
    ...frame,
    subject: null,
    measures,
    groups: [...periods, { kind: 'field', field: of }],
    filters: [...frame.filters.filter((one) => one.key !== key), ...(isAll ? [] : [only])],
  }
}

/** The nearest field that has a value of each phrase. */
function sharedPlace(
  named: readonly (readonly ValueCandidate[])[],
  home: string,
  ontology: Ontology,
): ValueCandidate | undefined {
  return (named[0] ?? [])
    .filter(
      ({ dataset, field }) =>
        (dataset === home || reachesOne(home, dataset, ontology)) &&
        named.every((values) => values.some((one) => one.dataset === dataset && one.field === field)),
    )
    .toSorted((a, b) => distance(home, a.dataset, ontology) - distance(home, b.dataset, ontology))[0]
}

/** What the lines of sales came to: only they know what was sold. */
function linesOf(
  { measures: [slot, ...more] }: Frame,
  ontology: Ontology,
): readonly { readonly home: string; readonly measures: readonly MeasureSlot[] }[] {
  if (slot?.kind !== 'metric' || slot.name !== revenueOf(ontology) || more.length > 0) return []
  return revenueOfLines(ontology)
    .filter(({ isBilled }) => !isBilled)
    .map(({ name, home }) => ({ home, measures: [{ kind: 'metric', name }] }))
}

/** The values that a phrase names, also in the plural, or before the name of the rows: "final bills". */
export function valuesNamed(
  piece: string,
  home: string | null,
  ontology: Ontology,
): readonly ValueCandidate[] {
  const [last = ''] = piece.split(' ').slice(-1)
  const isOfRows = nounsOf(last, ontology, 0.7).some(
    (noun) =>
      noun.kind === 'dataset' &&
      home !== null &&
      (noun.dataset.name === home || reachesOne(home, noun.dataset.name, ontology)),
  )
  const phrases = [piece, singular(piece), ...(isOfRows ? [piece.slice(0, -last.length).trim()] : [])]
  return phrases.filter((phrase) => phrase !== '').flatMap((phrase) => valuesOf(phrase, ontology))
}
