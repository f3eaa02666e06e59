type Row = readonly unknown[]

/** Whether two results are the same, ignoring the order of columns and, unless `ordered`, of rows; as the scorer of the sets does. */
export function sameRows(
  gold: readonly Row[],
  rows: readonly Row[],
  ordered: boolean,
  allowExtra = false,
): boolean {
  if (gold.length !== rows.length) return false
  if (gold.length === 0) return true
  const wanted = columnsOf(gold)
  const given = columnsOf(rows)
  if (allowExtra ? given.length < wanted.length : given.length !== wanted.length) return false
  const key = (column: readonly string[]): string => (ordered ? column : [...column].sort()).join('\u0001')
  const keys = given.map(key)
  const choices = wanted.map((column) => keys.flatMap((each, i) => (each === key(column) ? [i] : [])))
  if (choices.some((each) => each.length === 0)) return false
  return ordered || canPick(choices, gold, rows)
}

function canPick(
  choices: readonly (readonly number[])[],
  gold: readonly Row[],
  rows: readonly Row[],
): boolean {
  const wanted = asBag(gold.map((row) => row.map(cellText)))
  let budget = 2000
  const pick = (at: number, used: readonly number[]): boolean => {
    if (budget-- < 0) return false
    if (at === choices.length)
      return asBag(rows.map((row) => used.map((column) => cellText(row[column])))) === wanted
    return (choices[at] ?? []).some((column) => !used.includes(column) && pick(at + 1, [...used, column]))
  }
  return pick(0, [])
}

function columnsOf(rows: readonly Row[]): readonly (readonly string[])[] {
  return (rows[0] ?? []).map((_, i) => rows.map((row) => cellText(row[i])))
}

function asBag(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.join('\u0001'))
    .sort()
    .join('\u0002')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'bigint') return String(Number(value))
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(Math.round(value * 1e4) / 1e4)
  if (typeof value !== 'string') return JSON.stringify(value)
  return value.trim() !== '' && Number.isFinite(Number(value))
    ? String(Math.round(Number(value) * 1e4) / 1e4)
    : value
}
