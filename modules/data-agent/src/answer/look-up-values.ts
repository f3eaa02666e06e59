import type { Cell, Dataset, Field, IndexedValue, Ontology, Statement } from '@quipu/query'
import { quotedName } from '../sources/quoted-name.ts'
import { fold } from '../ontology/fold.ts'
import { SourceError } from '../sources/source.ts'
import type { Source } from '../sources/source.ts'
import { ExtendedValues } from './extended-values.ts'
import { phrasesToLookUp } from './phrases-to-look-up.ts'
import { tablesOf } from './query-facts.ts'

interface LookUp {
  readonly source: Source
  readonly signal: AbortSignal
  /** For all statements together. Default: 500. */
  readonly budgetMs?: number
}

/**
 * The ontology with the values that the question seems to name in fields too large for the index. They are looked up in the
 * database before the question is read; values that are not found in time are ignored.
 */
export async function lookUpValues(question: string, ontology: Ontology, ask: LookUp): Promise<Ontology> {
  const places = partialFields(ontology)
  const phrases = places.length === 0 ? [] : phrasesToLookUp(question, ontology)
  if (phrases.length === 0) return ontology
  const signal = AbortSignal.any([ask.signal, AbortSignal.timeout(ask.budgetMs ?? 500)])
  const found = await Promise.all(
    // They run one after the other, first those that an index of the database answers quickly.
    [asWritten, asFolded].flatMap((write) =>
      places.map((place) => valuesAt(place, write(place, phrases, ontology), ontology, ask, signal)),
    ),
  )
  const values = new Map(found.flat().map((value) => [JSON.stringify(value), value]))
  if (values.size === 0) return ontology
  return { ...ontology, values: new ExtendedValues(ontology.values, [...values.values()]) }
}

interface Place {
  readonly dataset: Dataset
  readonly field: Field
}

const mostFields = 6
const mostFound = 20

/** Names first, then those with the fewest values. */
function partialFields({ values, datasets }: Ontology): readonly Place[] {
  return values.partial
    .flatMap(({ dataset: name, field: wanted }) => {
      const dataset = datasets.find((one) => one.name === name)
      const field = dataset?.fields.find((one) => one.name === wanted)
      const isSeen = dataset?.isHidden === false && field?.isHidden === false
      return isSeen && field.type === 'text' ? [{ dataset, field }] : []
    })
    .toSorted(
      (one, other) =>
        Number(other.field.role === 'name') - Number(one.field.role === 'name') ||
        one.field.statistics.distinct - other.field.statistics.distinct,
    )
    .slice(0, mostFields)
}

async function valuesAt(
  { dataset, field }: Place,
  statement: Statement,
  ontology: Ontology,
  ask: LookUp,
  signal: AbortSignal,
): Promise<readonly IndexedValue[]> {
  try {
    const limits = { signal, maxRows: mostFound, tables: tablesOf(ontology) }
    const { rows } = await ask.source.query(statement, limits)
    return rows.map(([value = null]) => ({ dataset: dataset.name, field: field.name, value: String(value) }))
  } catch (error) {
    ask.signal.throwIfAborted()
    // The question is then answered with the value index alone.
    if (error instanceof SourceError) return []
    throw error
  }
}

/** In the usual spellings, which an index of the database finds quickly in any number of rows. */
function asWritten(place: Place, phrases: readonly string[], ontology: Ontology): Statement {
  const writings = phrases.flatMap((phrase) => [
    phrase,
    phrase.toLowerCase(),
    phrase.toUpperCase(),
    phrase.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ])
  const marks = marker(ontology)
  const isOne = [...new Set(writings)].map((writing) => marks.of(writing)).join(', ')
  return marks.statement(place, (column) => `${column} IN (${isOne})`)
}

/** Ignoring case, also as the beginning of a longer value. */
function asFolded(place: Place, phrases: readonly string[], ontology: Ontology): Statement {
  const marks = marker(ontology)
  const ways = phrases.flatMap((phrase) => {
    const lower = phrase.toLowerCase()
    const begins = `${lower.replaceAll(/[\\%_]/g, String.raw`\$&`)} %`
    const ways = [(column: string) => `lower(${column}) = ${marks.of(lower)}`]
    if (fold(phrase).length >= 3)
      ways.push((column) => `lower(${column}) LIKE ${marks.of(begins)} ESCAPE '\\'`)
    return ways
  })
  return marks.statement(place, (column) => ways.map((way) => way(column)).join(' OR '))
}

function marker({ dialect }: Ontology) {
  const parameters: Cell[] = []
  return {
    of(value: string): string {
      parameters.push(value)
      return `${dialect === 'sqlite' || dialect === 'mysql' ? '?' : '$'}${parameters.length}`
    },
    statement({ dataset, field }: Place, where: (column: string) => string): Statement {
      const column = quotedName(field.column)
      const table = dataset.path.map(quotedName).join('.')
      const sql = `SELECT DISTINCT ${column} FROM ${table} WHERE ${where(column)} LIMIT ${mostFound}`
      return { sql, parameters }
    },
  }
}
