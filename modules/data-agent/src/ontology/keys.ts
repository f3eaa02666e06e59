import type { NameSplitter } from './split-name.ts'
import type { TableProfile } from './profile.ts'
import { formOf } from './reference-candidates.ts'
import { keyWords, singular } from './words.ts'

/** The declared key, or the column that looks and behaves like one; empty if there is none. */
export function primaryKeyOf(
  profile: TableProfile,
  splitter: NameSplitter,
  others: readonly (readonly string[])[],
  /** Names, in lower case, of columns that repeat their values in another table. */
  repeated: ReadonlySet<string> = new Set(),
): readonly string[] {
  const { table, rows } = profile
  if (table.primaryKey.length > 0) return table.primaryKey
  const [unique] = table.uniqueKeys.filter(({ length }) => length === 1)
  const ofTable = splitter.words(table.name.split('.').at(-1) ?? table.name).map(singular)
  const scored = profile.columns.flatMap(({ column, type, distinct, nulls, isWhole, min, max }, place) => {
    const canBe = type === 'text' || (type === 'number' && isWhole)
    if (!canBe || (rows > 0 && (distinct < rows || nulls > 0))) return []
    const isCode = place === 0 && rows > 2 && formOf(min) !== null && formOf(min) === formOf(max)
    const score =
      Math.max(
        isCode ? enough : 0,
        likelihood(splitter.words(column.name), ofTable, others) +
          (place === 0 ? 2 : 0) +
          (place === 0 && rows > 2 && repeated.has(column.name.toLowerCase()) ? 2 : 0),
        initialKey(column.name, ofTable, others),
      ) + (unique?.[0] === column.name ? 3 : 0)
    return score >= enough ? [{ name: column.name, score }] : []
  })
  const [best] = scored.sort((one, other) => other.score - one.score)
  return best === undefined ? (unique ?? []) : [best.name]
}

const enough = 4

function likelihood(
  words: readonly string[],
  ofTable: readonly string[],
  others: readonly (readonly string[])[],
): number {
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1).map(singular)
  const isSame = (one: readonly string[], other: readonly string[]) => one.join(' ') === other.join(' ')
  if (isSame(words.map(singular), ofTable)) return 3
  // `boat_id` of boat_moorings is the key of boats.
  if (keyWords.has(last) && !isSame(before, ofTable) && others.some((other) => isSame(before, other)))
    return 0
  const isOfTable =
    before.length > 0 && before.every((word) => ofTable.some((other) => other.startsWith(word)))
  if (last === 'id' && (before.length === 0 || isOfTable)) return 6
  if (keyWords.has(last) && (before.length === 0 || isOfTable)) return 4
  if (last === 'id' || naturalKeys.has(last)) return 3
  if (last === 'name' && (before.length === 0 || isOfTable)) return 2
  return keyWords.has(last) ? 2 : 0
}

/** `bid` of boats, `pl_id` of planets; not if another table has these letters and is part of this one: `bid` of boat_moorings. */
function initialKey(
  name: string,
  ofTable: readonly string[],
  others: readonly (readonly string[])[],
): number {
  const letters = /^([a-z]{1,3})_?id$/i.exec(name)?.[1]?.toLowerCase()
  if (letters === undefined || !isShortFor(letters, ofTable)) return 0
  const isOfOther = others.some(
    (other) =>
      other.length < ofTable.length &&
      other.every((word) => ofTable.includes(word)) &&
      isShortFor(letters, other),
  )
  return isOfOther ? 0 : enough + 1
}

function isShortFor(letters: string, words: readonly string[]): boolean {
  return words.join('').startsWith(letters) || words.map((word) => word[0]).join('') === letters
}

const naturalKeys = new Set(['ssn', 'isbn', 'sku', 'iban', 'ean', 'vin'])
