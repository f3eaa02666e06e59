import type { Dataset, Field } from '@quipu/query'
import { quotedName } from '../sources/quoted-name.ts'
import type { QueryLimits, Source } from '../sources/source.ts'
import { inTime } from './profile.ts'
import { singular } from './words.ts'

/** The columns of a table that says what the codes of other tables mean. */
interface CodeTable {
  readonly dataset: Dataset
  /** Names the table of the coded column, where a column does. */
  readonly table: Field | null
  /** Names the coded column. */
  readonly column: Field
  readonly code: Field
  readonly text: Field
}

/** Fields whose codes are explained by a table of codes, with these meanings. */
export async function withCodeMeanings(
  source: Source,
  datasets: readonly Dataset[],
  limits: QueryLimits,
  valuesOf: (dataset: string, field: string) => readonly string[],
): Promise<readonly Dataset[]> {
  const found = new Map<string, Map<string, string>>()
  const tables = datasets.flatMap((dataset) => codeTable(dataset, datasets, valuesOf) ?? [])
  for (const table of tables) {
    for (const [of, column, code, text] of await rowsOf(source, table, limits)) {
      for (const place of placesOf(of ?? null, column ?? '', datasets, table.dataset)) {
        const key = JSON.stringify([place.dataset.name, place.field.name])
        found.set(key, (found.get(key) ?? new Map<string, string>()).set(code ?? '', text ?? ''))
      }
    }
  }
  for (const dataset of datasets)
    if (!tables.some((table) => table.dataset === dataset))
      for (const [key, codes] of await lookedUp(source, dataset, datasets, limits, valuesOf))
        if (!found.has(key)) found.set(key, codes)
  if (found.size === 0) return datasets
  return datasets.map((dataset) => ({
    ...dataset,
    fields: dataset.fields.map((field) => {
      const codes = found.get(JSON.stringify([dataset.name, field.name]))
      const isExplained = codes !== undefined && explains(codes, valuesOf(dataset.name, field.name))
      return isExplained ? withCodes(field, codes) : field
    }),
  }))
}

/** Nearly all values of the column must be among the codes. */
function explains(codes: ReadonlyMap<string, string>, values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '')
  const known = filled.filter((value) => codes.has(value))
  return filled.length > 0 && known.length * 10 >= filled.length * 9
}

/** The field with the meanings of its codes. */
function withCodes(field: Field, codes: ReadonlyMap<string, string>): Field {
  const said = [...codes].map(([code, text]) => `${code} is ${text}`).join(', ')
  const { understood = '', doubts = [], ...rest } = field.reading ?? {}
  return {
    ...field,
    role: field.role === 'measure' ? 'dimension' : field.role,
    reading: {
      ...rest,
      understood: [understood, `Codes: ${said}.`].filter((part) => part !== '').join(' '),
      doubts,
      codes: Object.fromEntries(codes),
    },
  }
}

function codeTable(
  dataset: Dataset,
  datasets: readonly Dataset[],
  valuesOf: (dataset: string, field: string) => readonly string[],
): CodeTable | null {
  const texts = dataset.fields.filter(({ type, isIndexed }) => type === 'text' && isIndexed)
  if (texts.length < 3 || dataset.fields.length > mostColumns || dataset.rows > mostRows) return null
  const others = datasets.filter((each) => each !== dataset)
  const tables = new Set(others.map(({ name }) => bare(name)))
  const isAll = (field: Field, isKnown: (value: string) => boolean): boolean => {
    const values = valuesOf(dataset.name, field.name)
    return values.length > 0 && values.every(isKnown)
  }
  const column = texts.find((field) =>
    isAll(field, (value) => placesOf(null, value, datasets, dataset).length > 0),
  )
  if (column === undefined) return null
  const table = texts.find((field) => field !== column && isAll(field, (value) => tables.has(letters(value))))
  const rest = texts.filter((field) => field !== column && field !== table)
  const text = rest.findLast((field) => field.statistics.distinct > 1)
  const code = rest.find((field) => field !== text)
  return text === undefined || code === undefined
    ? null
    : { dataset, table: table ?? null, column, code, text }
}

/**
 * A table of look-ups has groups of codes whose names are free. A column belongs to the only group that has all its values, or to
 * the one that is named after its table or after itself.
 */
async function lookedUp(
  source: Source,
  dataset: Dataset,
  datasets: readonly Dataset[],
  limits: QueryLimits,
  valuesOf: (dataset: string, field: string) => readonly string[],
): Promise<ReadonlyMap<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>()
  const texts = dataset.fields.filter(({ type, isIndexed }) => type === 'text' && isIndexed)
  const [column, code, text] = texts
  const isSmall = dataset.fields.length <= mostColumns && dataset.rows <= mostRows
  if (
    !/look ?ups?|\bcodes?\b|\bcode ?(?:table|list)s?\b|\bref(?:erence)?s?\b/i.test(dataset.label) ||
    !isSmall
  )
    return found
  if (column === undefined || code === undefined || text === undefined || texts.length > 4) return found
  const groups = new Map<string, Map<string, string>>()
  for (const [, group, key, said] of await rowsOf(
    source,
    { dataset, table: null, column, code, text },
    limits,
  ))
    if (group !== null && group !== undefined)
      groups.set(group, (groups.get(group) ?? new Map<string, string>()).set(key ?? '', said ?? ''))
  for (const other of datasets)
    for (const field of other === dataset ? [] : other.fields.filter(isCoded)) {
      const values = valuesOf(other.name, field.name)
      const fitting = [...groups].filter(([, codes]) => values.length > 1 && explains(codes, values))
      const named = fitting.filter(([group]) => isNamedAfter(group, other, field))
      const [only, ...more] = fitting.length > 1 ? named : fitting
      if (only !== undefined && more.length === 0)
        found.set(JSON.stringify([other.name, field.name]), only[1])
    }
  return found
}

function isCoded({ type, role, isPrimaryKey, isIndexed }: Field): boolean {
  return type === 'text' && isIndexed && !isPrimaryKey && role !== 'name' && role !== 'time'
}

function isNamedAfter(group: string, { name }: Dataset, field: Field): boolean {
  const [said, own, column] = [letters(group), bare(name), letters(field.name)]
  return said.length > 2 && (own.includes(said) || column.startsWith(said) || said.startsWith(column))
}

const mostColumns = 8
const mostRows = 5000

/** The columns that a row of the table is about: `STS` of a table that it names, or `order_status`. */
function placesOf(
  table: string | null,
  column: string,
  datasets: readonly Dataset[],
  codes: Dataset,
): readonly { readonly dataset: Dataset; readonly field: Field }[] {
  const wanted = letters(column)
  return datasets.flatMap((dataset) => {
    if (dataset === codes || (table !== null && bare(dataset.name) !== letters(table))) return []
    const own = bare(dataset.name)
    const field = dataset.fields.find(({ name, role, isPrimaryKey }) => {
      if (isPrimaryKey || role === 'time' || role === 'name') return false
      // `POS` for `pos_cd`: the name need not say that it is a code.
      const names = [letters(name), letters(name.replace(/_?(?:cd|cde|code)$/i, ''))]
      return names.some(
        (said) =>
          said !== '' &&
          (said === wanted || wanted === `${own}${said}` || wanted === `${singular(own)}${said}`),
      )
    })
    return field === undefined ? [] : [{ dataset, field }]
  })
}

function bare(name: string): string {
  return letters(name.split('.').at(-1) ?? name)
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

async function rowsOf(
  source: Source,
  { dataset, table, column, code, text }: CodeTable,
  limits: QueryLimits,
): Promise<readonly (readonly (string | null)[])[]> {
  const names = [column, code, text].map((field) => quotedName(field.column))
  const first = table === null ? 'null' : quotedName(table.column)
  const sql = `select ${[first, ...names].join(', ')} from ${dataset.path.map(quotedName).join('.')}`
  const result = await inTime(source.query({ sql, parameters: [] }, { ...limits, maxRows: mostRows }))
  return (result?.rows ?? []).map((row) => row.map((cell) => (cell === null ? null : String(cell))))
}
