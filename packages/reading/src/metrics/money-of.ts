import type { Field } from '@quipu/query'
import type { Trade } from './trade.ts'

/** What brings much more money than the trade that names suggest is no side line. */
export function largerOf(main: Trade, others: readonly Trade[]): Trade {
  const larger = others.filter((other) => isMuchMore(other, main))
  return larger.toSorted((a, b) => moneyOf(b) - moneyOf(a))[0] ?? main
}

/** Whether one trade brings much more money than the other one. */
export function isMuchMore(one: Trade, other: Trade): boolean {
  return moneyOf(one) > muchMore * moneyOf(other)
}

const muchMore = 4

/** About how much money the rows of a trade hold. */
function moneyOf({ header, total, lines }: Trade): number {
  const mean = (field: Field | undefined): number => {
    const { quantiles } = field?.statistics ?? { quantiles: null }
    return quantiles === null ? 0 : (quantiles[0] + quantiles[1] + quantiles[2]) / 3
  }
  if (total !== null) return header.rows * mean(total)
  if (lines === null) return 0
  const { dataset, quantity, price, amount } = lines
  const each = amount === null ? mean(quantity ?? undefined) * mean(price?.field) : mean(amount)
  return dataset.rows * each
}
