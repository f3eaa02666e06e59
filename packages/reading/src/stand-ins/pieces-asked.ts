import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { partsOf } from '../frames/part-cells.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { StandIn, Words } from './stand-in.ts'

/** What pieces of goods are called in many trades. */
const pieces: ReadonlySet<string> = new Set(
  'copy piece unit bottle can tin jar box packet pack carton crate bag sack roll sheet pair set bunch pot tub tube loaf slice portion bar bale barrel keg case block panel plank tile'.split(
    ' ',
  ),
)

/** "top 10 authors by copies sold", "how many copies did we sell": the units sold, where the data has no other use for the word. */
export function piecesAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const isSold = tokens.some(
    ({ lower }, at) =>
      /^(?:sold|sell|sells|selling)$/.test(lower) ||
      // "best articles by quantity"
      (/^(?:quantity|pieces|units)$/.test(lower) && tokens[at - 1]?.lower === 'by'),
  )
  if (!isSold || !ontology.metrics.some(({ name }) => name.endsWith('units_sold'))) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    // "by number sold"
    if (/^(?:number|quantity|qty|count)$/.test(token.lower) && tokens[from + 1]?.lower === 'sold')
      return [{ from, to: from + 2, name: 'units sold', changesNumbers: false }]
    const isMeasure = tokens[from - 1]?.lower === 'by' && /^(?:quantity|pieces|units)$/.test(token.lower)
    if (isMeasure && tokens[from + 1]?.lower !== 'sold' && !isKnown(token))
      return [{ from, to: from + 1, name: 'units sold', changesNumbers: false }]
    if (token.kind !== 'word' || isKnown(token) || !token.forms.some((form) => pieces.has(form))) return []
    // "tubes" are Inner tubes, unless they are tubes of something.
    if (tokens[from + 1]?.lower !== 'of' && partsOf(token, ontology).length > 0) return []
    const isNext = tokens[from + 1]?.lower === 'sold'
    return [
      { from, to: from + (isNext ? 2 : 1), name: isNext ? 'units sold' : 'units', changesNumbers: false },
    ]
  })
}

/** "top products by value": what they were sold for, where neither sales nor goods have a value of their own. */
export function valueAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const { trade, metric, metricNamed } = businessOf(ontology)
  const revenue = metric('revenue')
  if (trade === null || revenue === null || metricNamed('value') !== null) return []
  if (tokens.some(({ lower }) => otherValue.test(lower))) return []
  const sold = [trade.header, ...(trade.lines === null ? [] : [trade.lines.dataset])]
  const goods = sold.flatMap((each) => [each, ...parentsOf(each, ontology)])
  const hasOwn = goods.some((each) => visible(each).some(({ label }) => nameWords(label).includes('value')))
  // Rows of another kind that are named have a value of their own.
  const isOther = ontology.datasets.some(
    ({ label, isHidden }) =>
      !isHidden &&
      !goods.some((each) => each.label === label) &&
      nameWords(label).some((word) => tokens.some(({ forms }) => forms.includes(word))),
  )
  if (hasOwn || isOther) return []
  return tokens.flatMap(({ lower }, from): readonly StandIn[] => {
    const isAsked = /^(?:by|in)$/.test(tokens[from - 1]?.lower ?? '')
    const isOf = tokens[from + 1]?.lower === 'of'
    return lower === 'value' && isAsked && !isOf
      ? [{ from, to: from + 1, name: revenue.label, changesNumbers: true }]
      : []
  })
}

/** What has a value too, and is not sold. */
const otherValue =
  /^(?:stock|inventory|bought|buy|purchas\w*|suppliers?|vendors?|cost|costs|hold|holding|shel(?:f|ves)|average|mean)$/
