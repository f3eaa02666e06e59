import type { Token } from '../words/tokens.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Open } from './cell.ts'

/** "average discount of our contracts": a number of the rows that are named, and not a value of others that is called so too. */
export function addAveraged(tokens: readonly Token[], spans: ReadonlyMap<string, Open>): void {
  const named = [...spans.values()].flatMap((cell) =>
    cell.nouns.flatMap((noun) => (noun.kind === 'dataset' && noun.score >= 0.9 ? [noun.dataset] : [])),
  )
  tokens.forEach((token, at) => {
    const word = tokens[at + 1]
    const cell = spans.get(`${at + 1}-${at + 2}`)
    if (!averaging.test(token.lower) || word === undefined || cell === undefined) return
    if (cell.values.length === 0 || cell.nouns.length > 0) return
    const found = [...new Set(named)].flatMap((dataset) =>
      visible(dataset).flatMap((field) => {
        const [only, ...more] = nameWords(field.label).filter((one) => !ofUnits.test(one))
        const isSaid = only !== undefined && more.length === 0 && word.forms.includes(only)
        return isSaid && isMeasure(field) ? [{ dataset, field }] : []
      }),
    )
    const [only, ...more] = found
    if (only === undefined || more.length > 0) return
    cell.values = []
    cell.nouns = [{ kind: 'field', ...only, score: 0.95, saysDataset: false }]
  })
}

const averaging = /^(?:average|avg|mean|median|highest|lowest|maximum|minimum|max|min)$/
const ofUnits = /^(?:percent|percentage|pct|rate|amount|value|cent|euro|eur|net|gross)$/
