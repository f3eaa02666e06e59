import type { KnownTable } from './reference-candidates.ts'

/**
 * The short marks with which a schema begins the columns of each table, with their table: `cl_no`, `cl_name` of clients.
 * A mark stands nowhere else, but in columns that are called like the key of its table.
 */
export function columnMarks(
  tables: readonly KnownTable[],
  wordsOf: (column: string) => readonly string[],
): ReadonlyMap<string, KnownTable> {
  const found = new Map<string, KnownTable>()
  for (const known of tables) {
    const mark = markOf(known, wordsOf)
    if (mark === null || found.has(mark)) continue
    const isElsewhere = tables.some(
      (other) =>
        other !== known &&
        namesOf(other).some((name) => wordsOf(name)[0] === mark && !known.key.includes(name)),
    )
    if (!isElsewhere) found.set(mark, known)
  }
  return found.size >= Math.max(fewestTables, tables.length / 2) ? found : new Map()
}

/** Fewer tables are no habit. */
const fewestTables = 3
const longestMark = 3

function markOf(known: KnownTable, wordsOf: (column: string) => readonly string[]): string | null {
  const [key, ...more] = known.key
  const [mark = '', ...rest] = key === undefined ? [] : wordsOf(key)
  const isShort = more.length === 0 && rest.length > 0 && mark.length > 0 && mark.length <= longestMark
  if (!isShort || mark[0] !== known.words[0]?.[0] || known.words.includes(mark)) return null
  return namesOf(known).filter((name) => wordsOf(name)[0] === mark).length > 1 ? mark : null
}

function namesOf({ profile }: KnownTable): readonly string[] {
  return profile.columns.map(({ column }) => column.name)
}

/** The words of a column, without the mark of its own table; the mark of another table is written out. */
export function withoutMark(
  words: readonly string[],
  known: KnownTable,
  marks: ReadonlyMap<string, KnownTable>,
  isKey: boolean,
): readonly string[] {
  const [mark = '', ...rest] = words
  const owner = rest.length === 0 ? undefined : marks.get(mark)
  if (owner === undefined) return words
  return owner === known && !isKey ? rest : [...owner.words, ...rest]
}
