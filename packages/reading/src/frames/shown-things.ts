import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame, GroupSlot, MeasureSlot } from '../plan/frame.ts'
import { reachesOne } from '../business/nearest.ts'
import { homeOfFrame } from './home-of-frame.ts'

const they = '(?:they|those|these|that|it|them|this)'
const whichThings = new RegExp(
  String.raw`^(?:(?:for|from|by|at|in|with|to|on|of) )?(?:which|what|whose) ((?:\p{L}+ )?\p{L}+?)(?: (?:is|are|was|were|does|do|did|has|have|had)(?: ${they})?(?: (?:for|from|with|by|to|at|on|in|belong to|come from|about))?| (?:have|has|had|got|sell|sold|use|used|made|did) ${they})?$`,
  'iu',
)
const kinds = new RegExp(
  String.raw`^(?:(?:what|which) (?:kinds?|types?|sorts?|categor(?:y|ies))(?: of (\p{L}+))?(?: (?:is|are|was|were) (?:${they}|there|most of them))?|(?:what|which) (?:kinds?|types?|sorts?) of (\p{L}+) (?:did|do|have|has) (?:we|they|he|she)(?: \p{L}+)?)$`,
  'iu',
)
const reasons =
  /^(?:why(?: (?:is|are|was|were|did|do|does|have|has|had) (?:they|those|these|that|it|people|customers|we)(?: \p{L}+){0,3})?|(?:for )?(?:what|which) reasons?|(?:and )?what (?:is|are|was|were) the reasons?|by reason|what for)$/iu
const isKind = /^(?:kind|type|category|sort|class|genre|group)$/
const isReason = /^(?:reason|cause|why|motive|grounds)$/

/** Asks for the things behind a figure, for their kinds, or for the reasons that are recorded with them. Null for another question. */
export function thingsBehind(words: string, frame: Frame, ontology: Ontology): Frame | null {
  const text = words.replace(/[\s?!.,]+$/u, '')
  const home = homeOfFrame(frame, ontology)
  if (home === null || frame.against !== null || frame.isGrowth === true) return null
  if (reasons.test(text)) return divided(frame, home, namedOf(home, isReason, ontology))
  const kind = kinds.exec(text)
  if (kind !== null) return byKind(kind[1] ?? kind[2], frame, home, ontology)
  const [, noun] = whichThings.exec(text) ?? []
  return noun === undefined ? null : divided(frame, home, groupNamed(noun, home, ontology))
}

/** Whether rows of what was shown have a reason. */
export function asksReason(words: string): boolean {
  return reasons.test(words.replace(/[\s?!.,]+$/u, ''))
}

function byKind(noun: string | undefined, frame: Frame, home: Dataset, ontology: Ontology): Frame | null {
  const named = noun === undefined ? null : thingNamed(noun, ontology)
  if (named !== null && named !== home && !reachesOne(home.name, named.name, ontology)) return null
  return divided(frame, home, namedOf(named ?? home, isKind, ontology))
}

function thingNamed(noun: string, ontology: Ontology): Dataset | null {
  const [best] = nounsOf(noun, ontology, 0.9).filter((one) => one.kind === 'dataset')
  return best?.kind === 'dataset' ? best.dataset : null
}

function groupNamed(noun: string, home: Dataset, ontology: Ontology): GroupSlot | null {
  const found = nounsOf(noun, ontology, 0.9)
  const things = found.flatMap((one) => (one.kind === 'dataset' ? [one.dataset] : []))
  const thing = things.find((each) => each !== home && reachesOne(home.name, each.name, ontology))
  if (thing !== undefined) return { kind: 'thing', dataset: thing.name }
  const [field] = found.flatMap((one) =>
    one.kind === 'field' &&
    !isMeasure(one.field) &&
    (one.dataset === home || reachesOne(home.name, one.dataset.name, ontology))
      ? [fieldRef(one.dataset, one.field)]
      : [],
  )
  return field === undefined ? null : { kind: 'field', field }
}

/** The only property of the rows, or thing that they belong to, that is called so. */
function namedOf(dataset: Dataset, pattern: RegExp, { relationships, datasets }: Ontology): GroupSlot | null {
  const isNamed = ({ label }: { readonly label: string }): boolean =>
    nameWords(label).some((word) => pattern.test(word))
  const isText = (field: Field): boolean => field.type === 'text' && !isMeasure(field) && isNamed(field)
  const things = relationships.flatMap(({ from, to }) => {
    const other = datasets.find(({ name }) => name === to)
    return from === dataset.name && other !== undefined && isNamed(other) ? [other] : []
  })
  const refers = relationships.flatMap(({ from, fromFields }) => (from === dataset.name ? fromFields : []))
  const fields = visible(dataset).filter((field) => isText(field) && !refers.includes(field.name))
  const found: readonly GroupSlot[] = [
    ...things.map(({ name }): GroupSlot => ({ kind: 'thing', dataset: name })),
    ...fields.map((field): GroupSlot => ({ kind: 'field', field: fieldRef(dataset, field) })),
  ]
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

/** The figure for each of them; the number of rows where rows were listed. */
function divided(frame: Frame, home: Dataset, group: GroupSlot | null): Frame | null {
  if (group === null) return null
  const measures: readonly MeasureSlot[] =
    frame.measures.length > 0 ? frame.measures : [{ kind: 'count', dataset: home.name }]
  const periods = frame.rank === null ? [] : frame.groups.filter(({ kind }) => kind === 'period')
  const { also: _, ...rest } = frame
  return { ...rest, subject: null, measures, groups: [...periods, group], rank: null, share: null }
}
