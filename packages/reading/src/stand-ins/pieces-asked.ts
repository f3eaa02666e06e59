import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
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
  if (!isSold || businessOf(ontology).metric('units_sold') === null) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    // "by number sold"
    if (/^(?:number|quantity|qty|count)$/.test(token.lower) && tokens[from + 1]?.lower === 'sold')
      return [{ from, to: from + 2, name: 'units sold', changesNumbers: false }]
    const isMeasure = tokens[from - 1]?.lower === 'by' && /^(?:quantity|pieces|units)$/.test(token.lower)
    if (isMeasure && tokens[from + 1]?.lower !== 'sold' && !isKnown(token))
      return [{ from, to: from + 1, name: 'units sold', changesNumbers: false }]
    if (token.kind !== 'word' || isKnown(token) || !token.forms.some((form) => pieces.has(form))) return []
    const isNext = tokens[from + 1]?.lower === 'sold'
    return [
      { from, to: from + (isNext ? 2 : 1), name: isNext ? 'units sold' : 'units', changesNumbers: false },
    ]
  })
}
