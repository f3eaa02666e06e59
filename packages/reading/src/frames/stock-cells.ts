import type { Ontology } from '@quipu/query'
import type { Token } from '../words/tokens.ts'
import type { State } from './state-name.ts'
import type { Open } from './cell.ts'
import { stockedDataset } from '../business/stock.ts'
import { nameWords } from '../lexicon/name-words.ts'

const again =
  '(?:re-?ordered|re-?ordering|re-?stocked|re-?stocking|ordered|ordering|replenished|replenishing|topped up|topping up)'
const must = '(?:need|needs|should|must|ought to|have to|has to|needs to|need to|want to)'
const soon = '(?: (?:soon|again|now|this week|today|urgently))*'
const forms: readonly { readonly words: RegExp; readonly state: State }[] = [
  {
    words: /^(?:running|getting|going|run|runs) (?:low|short)(?: (?:on|of|in) stock)?$/,
    state: 'to reorder',
  },
  { words: /^(?:low|short)(?: (?:on|of|in))? (?:stock|stocks|supply|inventory)$/, state: 'to reorder' },
  { words: /^stocks? (?:is |are )?(?:(?:running|getting) )?low$/, state: 'to reorder' },
  { words: new RegExp(`^(?:and )?${must}(?: to)?(?: be| get)? ${again}${soon}$`), state: 'to reorder' },
  {
    words: new RegExp(`^(?:and )?(?:${must} )?(?:to )?(?:re-?order|re-?stock|replenish)(?: of)?${soon}$`),
    state: 'to reorder',
  },
  {
    words: new RegExp(
      `^(?:we )?${must} (?:to )?(?:order|buy|order in|buy in|get in|stock up on)(?: more of)?${soon}$`,
    ),
    state: 'to reorder',
  },
  {
    words:
      /^(?:below|under|beneath) (?:the |their |its |our )?(?:re-?order|minimum|min|safety)(?: (?:stock|stocks|level|levels|point|quantity|qty|stock level))?$/,
    state: 'to reorder',
  },
  { words: /^(?:almost|nearly|soon|about to be) (?:out|out of stock|sold out|gone)$/, state: 'to reorder' },
  {
    words:
      /^(?:short of|short on|low on|running (?:short|low) (?:of|on)|running out of|running out|going out)$/,
    state: 'to reorder',
  },
  { words: /^(?:completely |all )?sold out$/, state: 'out of stock' },
  {
    words:
      /^(?:no longer in stock|have (?:we )?run out of|has run out|have run out|run out of|sold out of|out of)$/,
    state: 'out of stock',
  },
]
const longest = 7
const goods = /^(?:products?|items?|articles?|goods|things?|skus?|stuff|parts?|components?)$/

/** Words that say in other ways that a thing runs out. "What" and "items" are then what has a stock. */
export function addStock(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const stocked = stockedDataset(ontology)
  if (stocked === null) return
  const own = nameWords(stocked.label)
  const isNamed = tokens.some(
    ({ lower, forms: all }) => goods.test(lower) || all.some((form) => own.includes(form)),
  )
  // "Sold out" may also be said of places.
  const found = tokens
    .flatMap((_, from) => matchFrom(tokens, from))
    .filter(({ from, to }) => isNamed || tokens[from]?.lower !== 'sold' || to - from > 2)
  for (const { from, to, state } of found) {
    const cell = span(from, to)
    cell.role = { does: 'state', state }
    cell.values = []
    cell.nouns = []
    cell.worth = Math.max(cell.worth, (to - from) * 1.25)
  }
  const isStock = found.length > 0 || tokens.some(({ lower }) => lower === 'stock' || lower === 'reorder')
  if (!isStock) return
  tokens.forEach(({ lower }, at) => {
    const cell = goods.test(lower) ? span(at, at + 1) : null
    if (cell === null) return
    cell.nouns = [{ kind: 'dataset', dataset: stocked, score: 0.96 }]
    cell.values = []
    cell.worth = Math.max(cell.worth, 1)
  })
  tokens.forEach(({ lower }, at) => {
    if (!/^(?:anything|something|everything|all)$/.test(lower)) return
    const cell = span(at, at + 1)
    cell.role = { does: 'which' }
    cell.worth = Math.max(cell.worth, 0.9)
  })
}

function matchFrom(
  tokens: readonly Token[],
  from: number,
): readonly { readonly from: number; readonly to: number; readonly state: State }[] {
  const isAsked = /^(?:what|which|anything|something)$/.test(tokens[0]?.lower ?? '')
  for (let to = Math.min(tokens.length, from + longest); to > from; to--) {
    const phrase = tokens
      .slice(from, to)
      .map(({ lower }) => lower)
      .join(' ')
    const form = forms.find(({ words }) => words.test(phrase))
    if (form === undefined) continue
    // "short of" and "should order" are of the stock only at the end of a question for what it is.
    const isOpen = /(?: of| on| out|order|buy|in|again|soon|now|week|today)$/.test(phrase)
    const isEnd = tokens.slice(to).every(({ kind }) => kind === 'punctuation')
    if (isOpen && !/re-?order|stock/.test(phrase) && !(isAsked && isEnd)) continue
    return [{ from, to, state: form.state }]
  }
  return []
}
