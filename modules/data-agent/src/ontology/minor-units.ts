import type { ColumnProfile } from './profile.ts'
import { singular } from './words.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words for a hundredth of a currency that mean nothing else. */
const minor = words(
  'cent pence penny pennies centime centavo centesimo centimo paise paisa kopeck kopek rappen groschen grosz groszy',
)
/** The same, where a word for an amount stands before them: a `minor` may be a child, `ore` is dug, and a `ct` may be a count. */
const minorOfAmount = words('minor ore oere sen fils ct cts')
const amounts = words(
  'amount price fee total cost charge rate pay salary wage net gross vat tax balance paid due value sum discount deposit refund revenue sale tip subtotal credit debit budget commission',
)
/** A name that has one of these says already that it is an amount. */
const nouns = words(
  'amount price fee total cost charge rate pay salary wage balance value sum discount deposit refund revenue sale sales tip subtotal credit debit budget commission paid due',
)

/** How a column writes its amounts, where it holds hundredths of a currency in whole numbers. */
export interface MinorUnits {
  /** What the hundredths are called: `cents`. */
  readonly called: string
  /** The words of the name without them: `net amount` for `net_cents`. */
  readonly words: readonly string[]
}

/**
 * Told by the last words of the name, or by the comment of the column. Null for amounts in whole units. `beside` are the last words
 * of other amounts of the table in hundredths: beside `total_ct`, `items_ct` is no count.
 */
export function minorUnits(
  { column, type, isInteger }: Pick<ColumnProfile, 'column' | 'type' | 'isInteger'>,
  name: readonly string[],
  beside: ReadonlySet<string> = new Set(),
): MinorUnits | null {
  if (type !== 'number' || !isInteger) return null
  const last = name.at(-1) ?? ''
  const before = name.slice(0, -1)
  const isAmount = (each: readonly string[]): boolean =>
    each.some((word) => amounts.has(word) || amounts.has(singular(word)))
  if (minor.has(last) || minor.has(singular(last)))
    return { called: last, words: named(before.at(-1) === 'in' ? before.slice(0, -1) : before) }
  if (minorOfAmount.has(last) && (isAmount(before) || beside.has(last)))
    return { called: 'hundredths', words: named(before) }
  if (/^units?$/.test(last) && before.at(-1) === 'minor' && isAmount(before))
    return { called: 'hundredths', words: named(before.slice(0, -1)) }
  const said = /\bin (cents|pence|minor units)\b/i.exec(column.comment ?? '')?.[1]
  return said === undefined ? null : { called: said.toLowerCase(), words: name }
}

function named(rest: readonly string[]): readonly string[] {
  return rest.some((word) => nouns.has(word) || nouns.has(singular(word))) ? rest : [...rest, 'amount']
}
