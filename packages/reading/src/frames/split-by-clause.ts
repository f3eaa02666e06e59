import type { Dataset, Field, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame, GroupSlot, MeasureSlot, Note } from '../plan/frame.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { buyerOf, staffOf } from './measured.ts'

const clause =
  /^\W*(?:and )?(?:split(?: (?:it|that|this))?(?: up)? )?(?:by|per|for each|depending on|according to) (where|who|whom|what|when|how) ((?:it|that|they|these|those|we|people|customers|was|is|were|are|sold|bought|ordered|came)\b.*)$/iu
const sold =
  /\b(?:s[oe]ld?|sells?|bought|buy|ordered|made|happened|took place|was it|came in|come in|paid)\b/i
const living = /\b(?:live[sd]?|(?:come|came|are|is) from|based|located)\b/i
const channelWords =
  /\b(?:channel|via|medium|source|sold (?:in|at|through|by)|order type|sale type|platform)\b/i
const placeWords: ReadonlySet<string> = new Set(
  'shop store branch outlet site location market place venue salon studio restaurant kiosk stand depot warehouse office'.split(
    ' ',
  ),
)
const homeWords: ReadonlySet<string> = new Set(
  'country city town region province state county district area'.split(' '),
)

interface Offer {
  readonly group: GroupSlot
  readonly label: string
  readonly dataset: string
}

/** "by where it was sold", "by who sold it": divided by the place, way or people that the words mean. Null for another question. */
export function splitByClause(question: string, frame: Frame, ontology: Ontology): Frame | null {
  const [, asks = '', rest = ''] = clause.exec(question.replace(/[\s?!.,]+$/u, '')) ?? []
  const home = homeOfFrame(frame, ontology)
  if (asks === '' || home === null || frame.against !== null || frame.isGrowth === true) return null
  const offers = offersFor(asks.toLowerCase(), rest, home, ontology)
  const [best, ...others] = offers
  if (best === undefined) return null
  const measures: readonly MeasureSlot[] =
    frame.measures.length > 0 ? frame.measures : [{ kind: 'count', dataset: home.name }]
  const alternatives = [...new Set(others.map(({ label }) => label))].filter((label) => label !== best.label)
  const says = `“${asks} ${rest}” is read as ${best.label}${alternatives.length === 0 ? '' : `; it could also be ${alternatives.slice(0, 2).join(' or ')}`}.`
  const note: Note = { about: `meaning of ${asks} ${rest}`, says, changesNumbers: alternatives.length > 0 }
  const { also: _, ...plain } = frame
  const periods = frame.groups.filter(({ kind }) => kind === 'period' || kind === 'part')
  return {
    ...plain,
    subject: null,
    measures,
    groups: [...periods.filter(() => best.group.kind !== 'period'), best.group],
    rank: null,
    notes: [...frame.notes, note],
  }
}

function offersFor(asks: string, rest: string, home: Dataset, ontology: Ontology): readonly Offer[] {
  switch (asks) {
    case 'when':
      return [{ group: { kind: 'period', unit: 'month' }, label: 'month', dataset: home.name }]
    case 'who':
    case 'whom':
      return peopleFor(rest, home, ontology)
    case 'what': {
      const thing = thingSold(home, ontology)
      return thing === null ? [] : [ofThing(thing)]
    }
    case 'where':
      if (living.test(rest)) return placesNamed(homeWords, home, ontology)
      return sold.test(rest) ? [...waysToSell(home, ontology)] : []
    default:
      return /\b(?:pa(?:y|id)|pays)\b/i.test(rest) ? [] : channelsNear(home, ontology)
  }
}

/** Places of sale that the rows refer to, then ways of selling; what is said of a sale ("sold via") goes first. */
function waysToSell(home: Dataset, ontology: Ontology): readonly Offer[] {
  const ways = channelsNear(home, ontology)
  const said = ways.filter(({ label }) => /\bs(?:old|ale)\b/i.test(label))
  const places = placesNamed(placeWords, home, ontology)
  return [...said, ...places, ...ways.filter((one) => !said.includes(one))]
}

function channelsNear(home: Dataset, ontology: Ontology): readonly Offer[] {
  return near(home, ontology).flatMap((dataset) =>
    visible(dataset)
      .filter((field) => isKind(field) && channelWords.test(field.label))
      .map((field) => ofField(dataset, field)),
  )
}

/** Things that are such places, and properties that name one. */
function placesNamed(words: ReadonlySet<string>, home: Dataset, ontology: Ontology): readonly Offer[] {
  return near(home, ontology).flatMap((dataset): readonly Offer[] => {
    const isPlace = nameWords(dataset.label).some((word) => words.has(word)) && dataset !== home
    if (isPlace && nameFields(dataset).length > 0) return [ofThing(dataset)]
    return visible(dataset)
      .filter((field) => isKind(field) && nameWords(field.label).some((word) => words.has(word)))
      .map((field) => ofField(dataset, field))
  })
}

function peopleFor(rest: string, home: Dataset, ontology: Ontology): readonly Offer[] {
  const isBuyer = /\b(?:bought|buys?|ordered|paid|booked|it was for)\b/i.test(rest)
  const people = isBuyer ? buyerOf(ontology) : staffOf(ontology)
  return people === null || !reachesOne(home.name, people.name, ontology) ? [] : [ofThing(people)]
}

function thingSold(home: Dataset, ontology: Ontology): Dataset | null {
  const { trade } = businessOf(ontology)
  if (trade?.lines?.hasThing !== true || trade.lines.dataset !== home) return null
  const [only, ...more] = near(home, ontology).filter(
    (each) =>
      each !== home &&
      each !== trade.header &&
      !isPeople(each) &&
      ontology.relationships.some(({ from, to }) => from === home.name && to === each.name),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** The rows themselves and what they belong to, the nearest first. */
function near(home: Dataset, ontology: Ontology): readonly Dataset[] {
  return ontology.datasets
    .filter((each) => !each.isHidden && (each === home || reachesOne(home.name, each.name, ontology)))
    .toSorted((a, b) => distance(home.name, a.name, ontology) - distance(home.name, b.name, ontology))
}

function isKind({ type, statistics }: Field): boolean {
  return type === 'text' && statistics.distinct <= 60
}

function ofThing(dataset: Dataset): Offer {
  return { group: { kind: 'thing', dataset: dataset.name }, label: dataset.label, dataset: dataset.name }
}

function ofField(dataset: Dataset, field: Field): Offer {
  return {
    group: { kind: 'field', field: fieldRef(dataset, field) },
    label: field.label,
    dataset: dataset.name,
  }
}
