import type { SumChange } from '@quipu/query'

/** Rows of one sample, with the amounts that their sums may agree with. */
export interface SampledGroup {
  /** The columns of each row. Empty cells are 0. */
  readonly rows: readonly (readonly number[])[]
  /** Amounts of the group. Null where it has none. */
  readonly targets: readonly (number | null)[]
}

export interface SampledColumn {
  /** Of the dataset itself, not of one that it refers to. */
  readonly isOwn: boolean
  readonly min: number
  readonly max: number
}

/** Places of columns. An amount for each piece is multiplied by the first factor. */
export interface Formula {
  readonly factors: readonly number[]
  readonly change: { readonly column: number; readonly by: SumChange['by'] } | null
}

export interface Agreement extends Formula {
  readonly target: number
  readonly compared: number
  readonly agreed: number
}

/** The formula that agrees with a target in most groups, the simplest of those that do. Null where none has anything to agree with. */
export function findFormula(
  groups: readonly SampledGroup[],
  columns: readonly SampledColumn[],
  allows: (formula: Formula, target: number) => boolean = () => true,
): Agreement | null {
  const [first] = groups
  if (first === undefined || groups.length < leastGroups) return null
  const targets = first.targets.map((_, place) => place).filter((place) => isVaried(groups, place))
  if (targets.length === 0) return null
  const some = groups.filter((_, place) => place % Math.ceil(groups.length / triedGroups) === 0)
  let best: Agreement | null = null
  for (const formula of formulas(columns)) {
    const fitting = targets.filter((target) => allows(formula, target))
    const likely = compare(some, formula, fitting).filter(({ agreed, compared }) => agreed * 4 >= compared)
    for (const found of compare(
      groups,
      formula,
      likely.map(({ target }) => target),
    ))
      if (isBetter(found, best) && isConfirmed(groups, found)) best = found
  }
  return best
}

/** Fewer groups agree by chance. */
export const leastGroups = 12
const triedGroups = 24

/** Different amounts: that a constant agrees says nothing. */
function isVaried(groups: readonly SampledGroup[], target: number): boolean {
  const amounts = groups.flatMap(({ targets }) => targets[target] ?? [])
  return amounts.length >= leastGroups && new Set(amounts).size * 3 >= leastGroups
}

/** A column that is mostly empty must also be right where it is not. */
function isConfirmed(groups: readonly SampledGroup[], { target, ...formula }: Agreement): boolean {
  const { change } = formula
  if (change === null) return true
  const changed = groups.filter(({ rows }) => rows.some((row) => (row[change.column] ?? 0) !== 0))
  const [found] = compare(changed, formula, [target])
  return found !== undefined && found.compared >= leastChanged && found.agreed * 4 >= found.compared * 3
}

const leastChanged = 3

/** The simpler formulas come first: a longer one has to agree in more groups. */
function isBetter(found: Agreement, best: Agreement | null): boolean {
  if (found.compared < leastGroups) return false
  if (best === null) return true
  const [share, before] = [found.agreed / found.compared, best.agreed / best.compared]
  return share > before + (lengthOf(found) > lengthOf(best) ? 0.02 : 0)
}

function lengthOf({ factors, change }: Formula): number {
  return factors.length + (change === null ? 0 : 1)
}

function* formulas(columns: readonly SampledColumn[]): Generator<Formula> {
  const places = columns.map((_, place) => place)
  const own = places.filter((place) => columns[place]?.isOwn === true)
  const products = own.flatMap((one) =>
    places.filter((other) => other > one || columns[other]?.isOwn === false).map((other) => [one, other]),
  )
  const bases = [...own.map((one) => [one]), ...products]
  for (const factors of bases) yield { factors, change: null }
  for (const factors of bases)
    for (const column of own)
      if (!factors.includes(column))
        for (const by of changesBy(columns[column], factors)) {
          yield { factors, change: { column, by } }
          // Either of two columns may count the pieces.
          const [one, other] = factors
          if (by === 'each' && one !== undefined && other !== undefined && columns[other]?.isOwn === true)
            yield { factors: [other, one], change: { column, by } }
        }
}

function changesBy(column: SampledColumn | undefined, factors: readonly number[]): SumChange['by'][] {
  if (column === undefined || column.max === column.min) return []
  const isShare = column.min >= 0 && column.max <= 1
  const isPercent = column.min >= 0 && column.max <= 100 && column.max > 1
  return [
    ...(isShare ? (['share'] as const) : []),
    ...(isPercent ? (['percent'] as const) : []),
    'amount',
    'added',
    ...(factors.length > 1 ? (['each', 'times'] as const) : []),
  ]
}

/** Columns that are filled in nearly all groups that do not agree, and in hardly any that do. */
export function unexplained(
  groups: readonly SampledGroup[],
  columns: readonly SampledColumn[],
  { target, ...formula }: Agreement,
): readonly number[] {
  const agrees = groups.map((group) => compare([group], formula, [target])[0])
  return columns.flatMap(({ isOwn }, column) => {
    if (!isOwn || formula.factors.includes(column) || formula.change?.column === column) return []
    const filled = groups.map(({ rows }) => rows.some((row) => (row[column] ?? 0) !== 0))
    const shareOf = (agreed: number): number => {
      const places = agrees.flatMap((found, place) =>
        found !== undefined && found.compared === 1 && found.agreed === agreed ? [place] : [],
      )
      return places.filter((place) => filled[place]).length / Math.max(1, places.length)
    }
    return shareOf(0) >= 0.9 && shareOf(1) <= 0.1 ? [column] : []
  })
}

function compare(
  groups: readonly SampledGroup[],
  formula: Formula,
  targets: readonly number[],
): readonly Agreement[] {
  if (targets.length === 0) return []
  const counts = targets.map((target) => ({ ...formula, target, compared: 0, agreed: 0 }))
  for (const { rows, targets: amounts } of groups) {
    let sum = 0
    let slack = roundedBy * (rows.length + 1)
    for (const row of rows) {
      sum += amountOf(row, formula)
      slack += roundedPrice(row, formula)
    }
    for (const count of counts) {
      const amount = amounts[count.target] ?? null
      // That nothing comes to nothing says nothing.
      if (amount === null || (amount === 0 && sum === 0)) continue
      count.compared += 1
      if (Math.abs(sum - amount) <= slack) count.agreed += 1
    }
  }
  return counts
}

/** Half of the smallest coin for each row, and for the sum. */
const roundedBy = 0.0051

/** A price without tax is rounded for each piece, and the line only once. */
function roundedPrice(row: readonly number[], { factors }: Formula): number {
  const [one, other] = factors.map((place) => Math.abs(row[place] ?? 0))
  return one === undefined || other === undefined ? 0 : (roundedBy / 2) * Math.min(one, other)
}

function amountOf(row: readonly number[], { factors, change }: Formula): number {
  let amount = 1
  for (const place of factors) amount *= row[place] ?? 0
  if (change === null) return amount
  const by = row[change.column] ?? 0
  switch (change.by) {
    case 'share':
      return amount * (1 - by)
    case 'percent':
      return amount * (1 - by / 100)
    case 'amount':
      return amount - by
    case 'each':
      return amount - (row[factors[0] ?? 0] ?? 0) * by
    case 'added':
      return amount + by
    case 'times':
      return amount * by
  }
}
