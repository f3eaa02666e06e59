import type { Dataset, Field, Relationship } from '@quipu/query'
import type { QueryLimits, Source } from '../sources/source.ts'
import { bare, explains, letters, rowsOf, type CodeColumns } from './code-rows.ts'
import { codedName } from './coded-names.ts'
import { lookedUp } from './lookup-tables.ts'
import { singular } from './words.ts'

/** The columns of a table that says what the codes of other tables mean, and names the coded columns. */
interface CodeTable extends CodeColumns {
  readonly column: Field
}

/** Fields whose codes are explained by a table of codes, with these meanings, and the tables that nothing else refers to. */
export async function withCodeMeanings(
  source: Source,
  datasets: readonly Dataset[],
  limits: QueryLimits,
  valuesOf: (dataset: string, field: string) => readonly string[],
  relationships: readonly Relationship[],
): Promise<{ readonly datasets: readonly Dataset[]; readonly explaining: ReadonlySet<string> }> {
  const isReference = (dataset: string, field: string): boolean =>
    relationships.some(({ from, fromFields }) => from === dataset && fromFields.includes(field))
  const found = new Map<string, Map<string, string>>()
  const explaining = new Set<string>()
  const tables = datasets.flatMap((dataset) => codeTable(dataset, datasets, valuesOf) ?? [])
  for (const table of tables) {
    for (const [of, column, code, text] of await rowsOf(source, table, limits)) {
      for (const place of placesOf(of ?? null, column ?? '', datasets, table.dataset)) {
        const key = JSON.stringify([place.dataset.name, place.field.name])
        found.set(key, (found.get(key) ?? new Map<string, string>()).set(code ?? '', text ?? ''))
        explaining.add(table.dataset.name)
      }
    }
  }
  for (const dataset of datasets)
    if (!tables.some((one) => one.dataset === dataset && one.table !== null))
      for (const [key, codes] of await lookedUp(source, dataset, datasets, limits, valuesOf, isReference))
        if (!found.has(key)) {
          found.set(key, codes)
          explaining.add(dataset.name)
        }
  for (const { from, to } of relationships) for (const name of [from, to]) explaining.delete(name)
  const explained = datasets.map((dataset) => ({
    ...dataset,
    fields: dataset.fields.map((field) => {
      const codes = found.get(JSON.stringify([dataset.name, field.name]))
      const isExplained = codes !== undefined && explains(codes, valuesOf(dataset.name, field.name))
      if (!isExplained) return field
      const told = withCodes(field, codes)
      return isReference(dataset.name, field.name) ? told : named(told, dataset, codes)
    }),
  }))
  return { datasets: explained, explaining }
}

/** The field as what its codes are about, unless another one is called so. */
function named(field: Field, dataset: Dataset, codes: ReadonlyMap<string, string>): Field {
  const label = codedName(field, [...codes.values()])
  const isTaken = dataset.fields.some((one) => one.name !== field.name && one.label === label)
  const role = field.role === 'identifier' && !field.isPrimaryKey ? 'dimension' : field.role
  return isTaken || label === field.label
    ? { ...field, role }
    : { ...field, role, label, synonyms: [...new Set([...field.synonyms, field.label])] }
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
