import type { Dataset, Field, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import type { ValueCandidate } from './chunk.ts'

type Way = 'from' | 'to'

/** Two fields of a row that hold the same kind of thing: where it comes from, and where it goes. */
interface Pair {
  readonly dataset: string
  readonly from: string
  readonly to: string
  /** What both refer to. */
  readonly target: { readonly dataset: string; readonly key: string } | null
}

/** "from Oslo", "arriving in Oslo": of two fields such as `origin` and `destination`, the one that is said. */
export function inDirection(
  candidates: readonly ValueCandidate[],
  tokens: readonly Token[],
  at: number,
  ontology: Ontology,
): readonly ValueCandidate[] {
  const pairs = pairsOf(ontology)
  if (pairs.length === 0 || candidates.length === 0) return candidates
  const way = wayBefore(tokens, at)
  if (way === null) return candidates
  const turned = candidates.flatMap((one): readonly ValueCandidate[] => {
    const pair = pairs.find(
      ({ dataset, from, to }) => dataset === one.dataset && (from === one.field || to === one.field),
    )
    if (pair !== undefined) return [{ ...one, field: pair[way] }]
    return [...pairs.flatMap((each) => throughPair(one, each, way)), one]
  })
  return turned.filter(
    (one, i) =>
      turned.findIndex(({ dataset, field }) => dataset === one.dataset && field === one.field) === i,
  )
}

/** "to Bergen": the destination is a port in the city Bergen. */
function throughPair(one: ValueCandidate, { dataset, target, ...pair }: Pair, way: Way): ValueCandidate[] {
  if (target === null || target.dataset !== one.dataset || one.holds !== undefined) return []
  const referring = { ...one, dataset, field: pair[way] }
  if (one.field === target.key) return [referring]
  return [{ ...referring, through: { ...target, field: one.field } }]
}

/** What the words before a value say of its direction. Null where they say nothing. */
function wayBefore(tokens: readonly Token[], at: number): Way | null {
  const before = tokens.slice(Math.max(0, at - 6), at).map(({ lower }) => lower)
  // "to Oslo or Bergen"
  const said = before
    .join(' ')
    .replace(/ ?(?:,|or|and|,? (?:or|and)) ?$/, (found) => (found === '' ? '' : ' |'))
  const near = said.endsWith('|') ? said.replace(/ \S+ \|$/, '') : said
  return ways.find(([pattern]) => pattern.test(near))?.[1] ?? null
}

const thing = String.raw`(?: (?:the|our|an?))?(?: (?:city|town|airport|station|port|warehouse|store|shop|branch|depot|account|office|site|location))?$`

const ways: readonly (readonly [RegExp, Way])[] = [
  [
    new RegExp(String.raw`\b(?:from|leaving|leaves?|left|out of|departing|departs?|departed)${thing}`),
    'from',
  ],
  [
    new RegExp(
      String.raw`\b(?:depart(?:s|ed|ing)?|start(?:s|ed|ing)?|originat(?:e|es|ed|ing)) (?:at|in|out of)${thing}`,
    ),
    'from',
  ],
  [
    new RegExp(
      String.raw`\b(?:to|into|towards|bound for|destined for|heading for|reach|reaches|reached|reaching)${thing}`,
    ),
    'to',
  ],
  [
    new RegExp(
      String.raw`\b(?:arriv(?:e|es|ed|ing|al|als)|land(?:s|ed|ing)?|end(?:s|ed|ing)?) (?:at|in|on)${thing}`,
    ),
    'to',
  ],
]

const known = new WeakMap<Ontology, readonly Pair[]>()

/** Found once for each ontology. */
function pairsOf(ontology: Ontology): readonly Pair[] {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = ontology.datasets.flatMap((dataset) => (dataset.isHidden ? [] : pairsIn(dataset, ontology)))
  known.set(ontology, made)
  return made
}

function pairsIn(dataset: Dataset, ontology: Ontology): readonly Pair[] {
  const fields = visible(dataset).filter(({ type, role }) => type === 'text' || role === 'identifier')
  return fields.flatMap((from) => {
    const rest = restOf(from, starts)
    if (rest === null) return []
    const target = referredTo(dataset, from, ontology)
    const [to, ...more] = fields.filter((one) => {
      const other = one === from ? null : restOf(one, ends)
      const own = other === null ? null : referredTo(dataset, one, ontology)
      return other !== null && own?.dataset === target?.dataset && (other === rest || own !== null)
    })
    return to === undefined || more.length > 0
      ? []
      : [{ dataset: dataset.name, from: from.name, to: to.name, target }]
  })
}

/** The words of a name without the one that says the direction. Null where none does. */
function restOf({ label }: Field, directions: ReadonlySet<string>): string | null {
  const words = nameWords(label)
  const rest = words.filter((word) => !directions.has(word))
  return rest.length === words.length ? null : rest.join(' ')
}

function referredTo({ name }: Dataset, field: Field, { relationships }: Ontology): Pair['target'] {
  const found = relationships.find(
    ({ from, fromFields }) => from === name && fromFields.length === 1 && fromFields[0] === field.name,
  )
  const [key] = found?.toFields ?? []
  return found === undefined || key === undefined ? null : { dataset: found.to, key }
}

const starts: ReadonlySet<string> = new Set(
  'from origin source departure start starting sender sending pickup'.split(' '),
)
const ends: ReadonlySet<string> = new Set(
  'to destination dest target arrival end ending recipient receiver receiving dropoff'.split(' '),
)
