import type { Dataset, Field, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { staffOf } from '../frames/measured.ts'
import { isPeople, visible } from '../lexicon/dataset-fields.ts'
import { eventFieldsOf, stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

/**
 * "Who bought the most passes": whoever is named in every row, and not those who sold. "Who rang up the most": those who work here, by
 * what they took.
 */
export function doersAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const lower = tokens.map((token) => token.lower)
  const from = lower.indexOf('who')
  const most = lower.findIndex((word, i) => i > from && /^(?:most|fewest|least)$/.test(word))
  if (from < 0 || from > 1 || most < 0 || most - from > 5) return []
  const verb = lower[from + 1] ?? ''
  const rows = rowsAfter(
    tokens.slice(most + 1).flatMap(({ forms }) => [forms]),
    ontology,
  )
  if (rows !== null) {
    const field = isBuying.test(verb) ? buyerField(rows, ontology) : null
    return field === null
      ? []
      : [
          {
            from,
            to: lower[most - 1] === 'the' ? most - 1 : most,
            name: `which ${field.label} has`,
            changesNumbers: true,
          },
        ]
  }
  const staff = staffOf(ontology)
  const taken = staff === null ? null : takenBy(verb, staff, ontology)
  const end = endOfPlace(lower, most + 1, taken)
  const money = taken === null ? null : moneyOf(taken, ontology)
  return staff === null || end === null || money === null
    ? []
    : [{ from, to: end, name: `which ${staff.label} has the most ${money}`, changesNumbers: true }]
}

/** What the rows came to, by the name that it has. */
function moneyOf(rows: Dataset, ontology: Ontology): string | null {
  const { metricNamed, trade } = businessOf(ontology)
  const own = `${rows.label.split(' ').map(singular).join(' ')} revenue`
  if (metricNamed(own) !== null) return own
  return rows === trade?.header && metricNamed('revenue') !== null ? 'revenue' : null
}

const isBuying = /^(?:bought|buys?|purchased|ordered|orders?|booked|books?)$/

/** The dataset that is named right after "the most". */
function rowsAfter(forms: readonly (readonly string[])[], { datasets }: Ontology): Dataset | null {
  const found = datasets.filter(({ label, isHidden }) => {
    const words = nameWords(label)
    return !isHidden && words.every((word, i) => forms[i]?.includes(word) === true)
  })
  return found.toSorted((a, b) => nameWords(b.label).length - nameWords(a.label).length)[0] ?? null
}

/** `visitor name`: the only name of a person in rows whose reference to people is often empty. */
function buyerField(rows: Dataset, ontology: Ontology): Field | null {
  const staff = staffOf(ontology)
  const people = ontology.datasets.filter((each) => isPeople(each) && each !== staff).map(({ name }) => name)
  const isRare = ontology.relationships.some(({ from, to, fromFields: [key] }) => {
    const field = from === rows.name ? rows.fields.find(({ name }) => name === key) : undefined
    return people.includes(to) && field !== undefined && field.statistics.nulls * 5 > rows.rows
  })
  const [only, ...more] = visible(rows).filter(
    ({ type, label, statistics }) =>
      type === 'text' && outside.test(label) && statistics.nulls * 20 < rows.rows,
  )
  return !isRare || only === undefined || more.length > 0 ? null : only
}

const outside = /^(?:visitor|guest|customer|client|buyer|purchaser|contact|attendee|passenger)(?: name)?$/i

/** The stream of income whose own rows have this action and name who works here once. */
function takenBy(verb: string, staff: Dataset, ontology: Ontology): Dataset | null {
  const stems = stemsOf(verb)
  const headers = new Set(businessOf(ontology).streams.map(({ trade }) => trade.header))
  const found = eventFieldsOf(ontology).filter(
    ({ dataset, stems: own }) =>
      headers.has(dataset) &&
      parentsOf(dataset, ontology).includes(staff) &&
      [...own].some((stem) => stems.has(stem)),
  )
  const [only, ...more] = new Set(found.map(({ dataset }) => dataset))
  return only === undefined || more.length > 0 ? null : only
}

/** "the most at the bar": the words up to the end of the place that the rows are called by. Null where something else is counted. */
function endOfPlace(lower: readonly string[], at: number, taken: Dataset | null): number | null {
  if (taken === null) return null
  const isPlace = /^(?:at|in|on|behind)$/.test(lower[at] ?? '')
  const words = nameWords(taken.label)
  const end = lower.findIndex((word, i) => i > at && i < at + 3 && words.includes(singular(word)))
  if (isPlace && end > 0) return end + 1
  return at === lower.length || /^(?:this|last|in|since|today|yesterday)$/.test(lower[at] ?? '') ? at : null
}
