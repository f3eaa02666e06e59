import type { IndexedValue, Ontology } from '@quipu/query'
import type { QueryLimits, Source, TableColumn } from '../sources/source.ts'
import { withCodeMeanings } from './code-tables.ts'
import { compositeKeyOf } from './composite-keys.ts'
import { makeDatasets } from './datasets.ts'
import { withDigitDays } from './digit-days.ts'
import { referencesOf, withoutMirrors, withoutRepeated, type Reference } from './infer-references.ts'
import { primaryKeyOf } from './keys.ts'
import { profileTable, type TableProfile } from './profile.ts'
import { distinctValues, quantilesOf, type ByColumn, type Quantiles } from './read-values.ts'
import type { KnownTable } from './reference-candidates.ts'
import { isSecretName, planIndex, type PlannedField } from './plan-index.ts'
import { relationshipsOf, withoutChance } from './relationships.ts'
import { withSharedNames } from './shared-names.ts'
import { NameSplitter } from './split-name.ts'
import { withAgreedSums } from './sums/agreed-sums.ts'
import { gatherValueIndex, type FieldName, type FoldedValues } from './value-index.ts'
import { singular } from './words.ts'

/** The content of a database, before the overlay. */
export type OntologyModel = Omit<Ontology, 'id' | 'name' | 'description' | 'values'> & {
  readonly values: FoldedValues
}

export interface IntrospectOptions {
  readonly signal: AbortSignal
  /** After each table, twice: when it was counted and when its values were read. */
  readonly progress?: (done: number, total: number, table: string) => void
  /** Columns whose values must not be stored. */
  readonly leaveOut?: readonly FieldName[]
  readonly valuesPerField?: number
  readonly valuesInAll?: number
  /** Whether sums are compared, so that it is known what rows come to. Default: true. */
  readonly comparesSums?: boolean
}

export async function introspect(source: Source, options: IntrospectOptions): Promise<OntologyModel> {
  const limits: QueryLimits = { signal: options.signal, timeoutMs: statementMs }
  const { profiles, splitter } = await profileAll(source, options, limits, true)
  const tables = await knowTables(source, profiles, splitter, limits)
  const found: Reference[] = []
  for (const table of tables) found.push(...(await referencesOf(source, table, tables, splitter, limits)))
  const references = withoutChance(withoutRepeated(withoutMirrors(found)))
  const read = await readAll(source, profiles, planIndex(profiles, options), options, limits)
  const partial = read.planned
    .filter(({ outcome }) => outcome === 'partial')
    .map(({ dataset, field }) => ({ dataset, field }))
  const made = makeDatasets({ tables, references, splitter, dialect: source.dialect, ...read })
  const valuesOf = (dataset: string, field: string): readonly string[] =>
    read.values.get(dataset)?.get(field) ?? []
  const relationships = relationshipsOf(references, splitter)
  const { datasets, explaining } = await withCodeMeanings(source, made, limits, valuesOf, relationships)
  const plain = withSharedNames(datasets, valuesOf)
  const isSecret = (dataset: string, field: string): boolean => isLeftOut(read.planned, dataset, field)
  return {
    dialect: source.dialect,
    datasets:
      options.comparesSums === false
        ? plain
        : await withAgreedSums(source, { datasets: plain, relationships }, limits, isSecret),
    relationships,
    metrics: [],
    glossary: [],
    verified: [],
    calendar: { fiscalYearStart: null, weekStart: 'monday' },
    // The texts of such a table mean the codes of the others, and not its own rows.
    values: await gatherValueIndex(
      indexed(
        read.planned.filter(({ dataset }) => !explaining.has(dataset)),
        read.values,
      ),
      partial,
    ),
  }
}

/** The values that the index would copy. */
export async function previewIndex(
  source: Source,
  options: IntrospectOptions,
): Promise<readonly PlannedField[]> {
  const limits: QueryLimits = { signal: options.signal, timeoutMs: statementMs }
  const { profiles } = await profileAll(source, options, limits, false)
  return planIndex(profiles, options)
}

/** Longer than for a question: large tables are counted once, in the background. */
const statementMs = 120_000

async function profileAll(source: Source, options: IntrospectOptions, limits: QueryLimits, isWhole: boolean) {
  const all = await source.tables({ ...limits, isUnderstood: isWhole })
  const tables = all.filter(({ isPartOf }) => isPartOf === undefined)
  const splitter = new NameSplitter(
    tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]),
    tables.map(({ name }) => name),
  )
  const profiles: TableProfile[] = []
  for (const table of tables) {
    options.signal.throwIfAborted()
    const leftOut = new Set(
      (options.leaveOut ?? []).filter(({ dataset }) => dataset === table.name).map(({ field }) => field),
    )
    const isSecret = ({ name }: TableColumn) => leftOut.has(name) || isSecretName(name)
    const profile = await profileTable(source, table, isSecret, limits)
    const columns = await withDigitDays(source, table, profile.columns, limits)
    profiles.push({ ...profile, columns })
    options.progress?.(profiles.length, tables.length * 2, table.name)
  }
  return { profiles, splitter }
}

async function knowTables(
  source: Source,
  profiles: readonly TableProfile[],
  splitter: NameSplitter,
  limits: QueryLimits,
): Promise<KnownTable[]> {
  const names = profiles.map(({ table }) => wordsOf(table.name, splitter))
  const tables: KnownTable[] = []
  for (const profile of profiles) {
    const single = primaryKeyOf(profile, splitter, names, repeatedNames(profiles, profile))
    const key = single.length > 0 ? single : await compositeKeyOf(source, profile, splitter, names, limits)
    tables.push({ profile, key, words: wordsOf(profile.table.name, splitter) })
  }
  return tables
}

/** Of the other tables: columns whose values are there several times. */
function repeatedNames(profiles: readonly TableProfile[], own: TableProfile): ReadonlySet<string> {
  const others = profiles.filter((profile) => profile !== own)
  const columns = others.flatMap((profile) =>
    profile.columns.filter(({ distinct }) => distinct < profile.rows),
  )
  return new Set(columns.map(({ column }) => column.name.toLowerCase()))
}

function wordsOf(name: string, splitter: NameSplitter): string[] {
  return splitter.words(name.split('.').at(-1) ?? name).map(singular)
}

async function readAll(
  source: Source,
  profiles: readonly TableProfile[],
  planned: readonly PlannedField[],
  options: IntrospectOptions,
  limits: QueryLimits,
) {
  const values = new Map<string, Map<string, readonly string[]>>()
  const quantiles = new Map<string, Map<string, Quantiles>>()
  const unread = new Set<string>()
  let done = profiles.length
  for (const profile of profiles) {
    options.signal.throwIfAborted()
    const { table } = profile
    const ofTable = new Map<string, readonly string[]>()
    for (const { field, most } of planned.filter(
      ({ dataset, most: wanted }) => dataset === table.name && wanted > 0,
    )) {
      const { texts, isWhole } = await distinctValues(source, table, field, most, limits)
      ofTable.set(field, texts)
      // There are more values than were counted a moment ago, or reading them took too long.
      if (!isWhole) unread.add(JSON.stringify([table.name, field]))
    }
    values.set(table.name, ofTable)
    const open = profile.columns.filter(({ column }) => !isLeftOut(planned, table.name, column.name))
    quantiles.set(table.name, await quantilesOf(source, { ...profile, columns: open }, limits))
    done += 1
    options.progress?.(done, profiles.length * 2, table.name)
  }
  const read = planned.map((plan) => {
    const isShort = plan.outcome === 'indexed' && unread.has(JSON.stringify([plan.dataset, plan.field]))
    return isShort ? { ...plan, outcome: 'partial' as const } : plan
  })
  return { values, quantiles, planned: read }
}

function isLeftOut(planned: readonly PlannedField[], dataset: string, field: string): boolean {
  return planned.some(
    (plan) => plan.dataset === dataset && plan.field === field && plan.outcome === 'left-out',
  )
}

function* indexed(
  planned: readonly PlannedField[],
  values: ByColumn<readonly string[]>,
): Generator<IndexedValue> {
  for (const { dataset, field, outcome } of planned) {
    if (outcome !== 'indexed') continue
    for (const value of values.get(dataset)?.get(field) ?? []) {
      // The store cannot keep a null character in a text, and nobody can ask for one.
      if (!value.includes('\0')) yield { dataset, field, value }
    }
  }
}
