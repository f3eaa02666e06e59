import { singularLabel, type Dataset, type Metric } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isBought } from './direction.ts'
import { childrenOf, parentsOf, type Schema } from './field-finder.ts'
import { soldConditions } from './not-sold.ts'
import { propose } from './proposal.ts'
import { readLines } from './read-lines.ts'
import { lineAmount } from './trade-metrics.ts'
import { tradeRank } from './trade-rank.ts'
import { unsoldOf } from './sold-rows.ts'
import type { Lines, Trade } from './trade.ts'

/** Rows of what was billed, such as the rooms and the extras of an event, where bills have no lines of their own. */
interface BilledLines {
  readonly lines: Lines
  /** What the bills are for. */
  readonly billed: Dataset
  /** The name of their metric. */
  readonly name: string
}

export function billedLines({ header, lines }: Trade, schema: Schema): readonly BilledLines[] {
  if (lines !== null) return []
  return parentsOf(header, schema)
    .filter((billed) => !isPeople(billed))
    .flatMap((billed) =>
      childrenOf(billed, schema).flatMap((child) => {
        if (child === header || tradeRank(child, schema) !== null || isBought(child, schema)) return []
        const found = readLines(child, billed, schema)
        const isPriced = found !== null && found.quantity !== null && found.price?.dataset === child
        const name = `${nameWords(child.label).join('_')}_revenue`
        return isPriced ? [{ lines: found, billed, name }] : []
      }),
    )
}

/** What the rows of each kind come to. Bills may be for more or less than that. */
export function billedLineMetrics(trade: Trade, schema: Schema): readonly Metric[] {
  return billedLines(trade, schema).map(({ lines, billed, name }) => {
    const sold = soldConditions([lines.dataset, billed], schema, unsoldOf(trade, schema))
    const { text, says } = lineAmount(lines, sold)
    const left = sold.length === 0 ? '' : ', without those that were cancelled or never became a sale'
    return propose({
      name,
      label: `revenue of ${lines.dataset.label}`,
      synonyms: namesOf(lines, billed, schema).join(', '),
      expression: text,
      unit: lines.price?.field.unit ?? null,
      says: `${says}${left}`,
    })
  })
}

/** "room revenue", "income from extras" */
function namesOf({ dataset }: Lines, billed: Dataset, schema: Schema): readonly string[] {
  const of = nameWords(billed.label)
  const things = parentsOf(dataset, schema).filter((thing) => thing !== billed && !isPeople(thing))
  const words = [dataset, ...things].flatMap(({ label }) =>
    nameWords(singularLabel(label)).filter((word) => !of.includes(word) && word.length > 2),
  )
  return [...new Set(words)].flatMap((word) =>
    ['revenue', 'sales', 'income', 'turnover', 'takings'].flatMap((money) => [
      `${word} ${money}`,
      `${word} hire ${money}`,
      `${money} from ${word}`,
      `${money} from ${word}s`,
    ]),
  )
}
