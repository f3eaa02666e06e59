import type { Dataset, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { soldThings } from '../business/sold-things.ts'
import { nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { rowsText } from '../metrics/field-finder.ts'
import { plural, singular } from '../words/word-forms.ts'

/**
 * "how many tickets did we sell", "kegs sold per month": the pieces of the sales. A noun that stands for what is sold, as in the column
 * `ticket type`, or that begins the values of a kind (`keg30`), is no list of kinds and no other rows of this name.
 */
export function withPiecesSold(question: string, ontology: Ontology): string {
  const { trade, metric } = businessOf(ontology)
  const lines = trade?.lines ?? null
  if (trade === null || metric('units_sold') === null) return question
  const hasQuantity = lines !== null && lines.quantity !== null
  const things = hasQuantity ? [lines.dataset, ...soldThings(trade, ontology)] : []
  const name = (noun: string): string | null => {
    if (!hasQuantity) return isSoldSingly(noun, trade.header, ontology) ? `${noun} sold` : null
    if (isKindOfThing(noun, things, ontology) || isAnything(noun, ontology)) return 'units sold'
    const kinds = valuesBeginning(noun, things, ontology)
    return kinds.length === 0 ? null : `units sold of ${kinds.join(' and ')}`
  }
  // Who sold them is asked of the sales.
  return (hasQuantity ? forms : forms.slice(0, -1)).reduce(
    (text, { pattern, plain }) =>
      text.replace(pattern, (all, before: string, noun: string) => {
        const units = name(noun)
        return units === null || /^(?:of|different|types?|kinds?)$/i.test(before.trim())
          ? all
          : plain(before.trim(), units)
      }),
    withShareOfPieces(question, ontology, name),
  )
}

/** "cars sold" are counted by their sales, where each is sold once. */
function isSoldSingly(noun: string, sales: Dataset, { datasets, metrics }: Ontology): boolean {
  const one = singular(noun.toLowerCase())
  const isThing = datasets.some(
    (each) => !each.isHidden && each.name !== sales.name && nameWords(each.label).join(' ') === one,
  )
  const counted = `count(${rowsText(sales)})`
  return (
    isThing &&
    metrics.some(
      ({ name, label, expression }) =>
        name === 'units_sold' && label === `${plural(one)} sold` && expression.startsWith(counted),
    )
  )
}

/** `ticket type` of the rows that are sold, or rows of ticket types: each piece is a ticket. */
function isKindOfThing(noun: string, things: readonly Dataset[], { datasets }: Ontology): boolean {
  const one = singular(noun.toLowerCase())
  const isRows = datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === one)
  const labels = things.flatMap((each) => [each.label, ...visible(each).map(({ label }) => label)])
  return !isRows && labels.some((label) => isKindsOf(nameWords(label), one))
}

function isKindsOf([first, last, ...more]: readonly string[], noun: string): boolean {
  return (
    more.length === 0 &&
    first === noun &&
    /^(?:type|kind|tier|class|variety|format|category)$/.test(last ?? '')
  )
}

/** "items", where no rows and no column are called so. */
function isAnything(noun: string, { datasets }: Ontology): boolean {
  return (
    /^(?:items|articles)$/i.test(noun) &&
    !datasets.some(
      ({ label, fields, isHidden }) =>
        !isHidden &&
        [label, ...fields.map((field) => field.label)].some((one) =>
          nameWords(one).includes(singular(noun.toLowerCase())),
        ),
    )
  )
}

/** `keg30` and `keg50` for "kegs": the values of one kind of what is sold that are the noun and a size. */
function valuesBeginning(noun: string, things: readonly Dataset[], { values }: Ontology): readonly string[] {
  const one = singular(noun.toLowerCase())
  const sized = new RegExp(String.raw`^${one}[ _-]?\d+(?:[.,]\d+)? ?\p{L}{0,3}$`, 'iu')
  const near = values.near(one, mostNear).filter(({ value }) => sized.test(value))
  const found = things.flatMap((each) =>
    visible(each).flatMap((field) => {
      const own = [
        ...field.sample.filter((value) => sized.test(value)),
        ...near.flatMap((value) =>
          value.dataset === each.name && value.field === field.name ? [value.value] : [],
        ),
      ]
      return own.length === 0 || nameFields(each).includes(field) || field.type !== 'text' ? [] : [own]
    }),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? [] : [...new Set(only)].toSorted()
}

const mostNear = 40

/** "what share of tickets goes through the website, the app and the box office": of the pieces, in each of them. */
function withShareOfPieces(
  question: string,
  ontology: Ontology,
  name: (noun: string) => string | null,
): string {
  const [, noun = '', list = '', rest = ''] = shareThrough.exec(question) ?? []
  const units = noun === '' ? null : name(noun)
  if (units === null) return question
  const items = list
    .split(/,? and |,? or |, ?/iu)
    .map((item) => item.replace(/^(?:the|our|via|through|on|by|at|in) /iu, '').trim())
  const homes = items.map((item) =>
    [item, singular(item.toLowerCase())]
      .flatMap((text) => ontology.values.exact(text))
      .map(({ dataset, field }) => `${dataset}.${field}`),
  )
  const [only, ...more] = ontology.datasets.flatMap((dataset) =>
    visible(dataset).filter(
      (field) =>
        items.length > 1 &&
        field.statistics.distinct === items.length &&
        homes.every((home) => home.includes(`${dataset.name}.${field.name}`)),
    ),
  )
  return only === undefined || more.length > 0 ? question : `percentage of ${units} by ${only.label}${rest}`
}

const shareThrough =
  /^\W*(?:what|which) (?:share|percentage|percent|proportion|part|%) of (?:the |our |all )?(\p{L}{3,}s) (?:goes?|went|comes?|came|(?:is|are|was|were) (?:sold|bought)|sells?) (?:through|via|on|by|from|in|at) (.+?)((?: (?:this|last|in) [\p{L}\d ]+)?)\W*$/iu

interface Form {
  /** Its groups: the words before the noun, and the noun. */
  readonly pattern: RegExp
  readonly plain: (before: string, units: string) => string
}

const passive = '(?:were|was|are|is|have been|has been|had been|got|get) (?:sold|bought|ordered|purchased)'
const active = '(?:did|have|do|had) (?:we|people|customers|they) (?:sell|sold|buy|bought)'
const own = String.raw`((?:(?!(?:did|have|were|are|of|the|sold)\b)[\p{L}\p{N}&'’-]+ ){0,3}?)`
const behind = (before: string, units: string): string => (before === '' ? units : `${before} ${units}`)

const forms: readonly Form[] = [
  {
    pattern: new RegExp(
      String.raw`\b(?:how many|(?:the )?(?:total )?(?:number|quantity|qty) of) ${own}(\p{L}{3,}s) (?:${active}|${passive}|sold)\b`,
      'iu',
    ),
    plain: behind,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:the )?()(\p{L}{3,}s) (?:that )?(?:we (?:have )?sold|(?:were |have been )?sold)\b`,
      'iu',
    ),
    plain: behind,
  },
  {
    pattern: /\b(?:sold|sells|sell) ()the most (\p{L}{3,}s)\b/iu,
    plain: (_, units) => `has the most ${units}`,
  },
]
