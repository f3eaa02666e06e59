import {
  isRearranged,
  type Cell,
  type Dataset,
  type Dialect,
  type Field,
  type FieldStatistics,
  type TimeFormat,
} from '@quipu/query'
import type { Reference } from './infer-references.ts'
import type { PlannedField } from './plan-index.ts'
import type { ColumnProfile } from './profile.ts'
import type { ByColumn, Quantiles } from './read-values.ts'
import type { KnownTable } from './reference-candidates.ts'
import { withHeadcounts } from './headcounts.ts'
import { withQuestionHeaders } from './question-headers.ts'
import { minorUnits } from './minor-units.ts'
import { isJunction } from './relationships.ts'
import { withName } from './name-fields.ts'
import { roleOf } from './roles.ts'
import { writtenOut, type NameSplitter } from './split-name.ts'
import { columnMarks, withoutMark } from './column-marks.ts'
import { tablePrefixes } from './table-prefixes.ts'
import { rangeOfDates } from './time-format.ts'
import { keyWords, singular, standsForTable } from './words.ts'

export interface Findings {
  readonly tables: readonly KnownTable[]
  readonly references: readonly Reference[]
  readonly splitter: NameSplitter
  readonly planned: readonly PlannedField[]
  readonly dialect: Dialect
  readonly values: ByColumn<readonly string[]>
  readonly quantiles: ByColumn<Quantiles>
}

export function makeDatasets(findings: Findings): Dataset[] {
  const { tables, splitter } = findings
  const prefixes = tablePrefixes(tables.map((known) => writtenWords(known, findings)))
  const marks = columnMarks(tables, (column) => splitter.words(column))
  return withQuestionHeaders(
    withHeadcounts(tables.map((known) => makeDataset(known, findings, { prefixes, marks }))),
  )
}

function writtenWords({ profile: { table } }: KnownTable, { splitter }: Findings): readonly string[] {
  return splitter.words(table.name.split('.').at(-1) ?? table.name)
}

/** What names begin with, that says only to what they belong. */
interface Marks {
  /** Of tables. */
  readonly prefixes: ReadonlySet<string>
  /** Of columns. */
  readonly marks: ReadonlyMap<string, KnownTable>
}

function makeDataset(known: KnownTable, findings: Findings, { prefixes, marks }: Marks): Dataset {
  const { table, rows } = known.profile
  const written = writtenWords(known, findings)
  const isPrefixed = written.length > 1 && prefixes.has(written[0] ?? '')
  const own = groupOf(known, findings) ?? (isPrefixed ? written.slice(1) : written)
  const words = withoutExport(own, findings)
  const label = findings.splitter.inFull(words).join(' ')
  return {
    name: table.name,
    source: table.source,
    path: table.path,
    label,
    description: table.comment,
    synonyms: [
      ...new Set([
        words.join(' '),
        ...writtenOut(words),
        ...(isPrefixed || words !== own ? [written.join(' ')] : []),
        ...runTogether(table.name, findings.splitter),
        ...withoutForm(words),
        ...withoutForm(findings.splitter.inFull(words)),
      ]),
    ].filter((synonym) => synonym !== label),
    rows,
    primaryKey: known.key,
    fields: withName(fieldsOf(known, findings, marks), known, withoutForm(known.words)),
    isHidden: false,
    isJunction: isJunction(known, findings.references),
    ...(table.reading === undefined ? {} : { reading: table.reading }),
  }
}

function fieldsOf(known: KnownTable, findings: Findings, marks: Marks['marks']): Field[] {
  const { columns } = known.profile
  const prefix = commonPrefix(columns.map(({ column }) => findings.splitter.words(column.name)))
  const plans = new Map(
    findings.planned
      .filter(({ dataset }) => dataset === known.profile.table.name)
      .map((plan) => [plan.field, plan]),
  )
  const referring = new Set(
    findings.references.filter(({ from }) => from === known).flatMap(({ fromColumns }) => fromColumns),
  )
  const { splitter } = findings
  const isNamed = columns.some(({ column }) =>
    /name$/i.test(splitter.inFull(splitter.words(column.name)).join(' ')),
  )
  const minor = new Set(
    columns.flatMap((profile) => {
      const name = splitter.inFull(splitter.words(profile.column.name))
      return minorUnits(profile, name) === null ? [] : (name.at(-1) ?? [])
    }),
  )
  return columns.map((profile) => {
    const plan = plans.get(profile.column.name)
    return makeField(profile, known, findings, {
      plan,
      prefix,
      isNamed,
      isReference: referring.has(profile.column.name),
      marks,
      minor,
    })
  })
}

interface Around {
  readonly plan: PlannedField | undefined
  readonly prefix: number
  readonly isNamed: boolean
  readonly isReference: boolean
  readonly marks: Marks['marks']
  /** The last words of amounts in hundredths. */
  readonly minor: ReadonlySet<string>
}

function makeField(profile: ColumnProfile, known: KnownTable, findings: Findings, around: Around): Field {
  const { column } = profile
  const { table, rows } = known.profile
  const { splitter } = findings
  const values = findings.values.get(table.name)?.get(column.name) ?? []
  const isKey = known.key.length === 1 && known.key[0] === column.name
  const written = awaited(
    withoutMark(splitter.words(column.name), known, around.marks, isKey),
    known,
    splitter,
  )
  const minor =
    around.isReference || isKey ? null : minorUnits(profile, splitter.inFull(written), around.minor)
  const words = minor?.words ?? written
  const label = splitter.inFull(words, (meaning) => fits(meaning, profile.type)).join(' ')
  const { role, timeFormat } = roleOf({
    profile,
    words: words.flatMap((word) => (keyWords.has(word) ? [word] : splitter.inFull([word]))),
    datasetWords: known.words,
    rows,
    isKey,
    isNamed: around.isNamed,
    isReference: around.isReference,
    values,
    isLoose: findings.dialect === 'sqlite',
  })
  const dates = datesOf(profile, timeFormat, values)
  return {
    name: column.name,
    column: column.name,
    type: dates?.type ?? profile.type,
    nativeType: column.nativeType,
    isInteger: profile.isInteger && dates === null && minor === null,
    role,
    label,
    description:
      column.comment ?? (minor === null ? null : `Held in ${minor.called}, and shown in whole units.`),
    unit: column.unit ?? unitOf(words),
    synonyms: synonymsOf(words, findings.splitter.written(column.name), around.prefix, known).filter(
      (synonym) => synonym !== label,
    ),
    sample: sampleOf(values, minor === null ? profile : inWholeUnits(profile)),
    isPrimaryKey: known.key.includes(column.name),
    isUnique: isKey || table.uniqueKeys.some((unique) => unique.length === 1 && unique[0] === column.name),
    isNullable: column.isNullable,
    timeFormat,
    isHidden: false,
    isIndexed: around.plan?.outcome === 'indexed',
    statistics: statisticsOf(
      minor === null ? profile : inWholeUnits(profile),
      dates,
      findings.quantiles.get(table.name)?.get(column.name) ?? null,
      minor !== null,
    ),
    // The sample contains values.
    ...(column.reading === undefined || around.plan?.outcome === 'left-out'
      ? {}
      : { reading: column.reading }),
  }
}

/** `pgrp`, to which only products refer, holds the groups of products. */
function groupOf(known: KnownTable, { references, splitter }: Findings): readonly string[] | null {
  const name = known.profile.table.name.split('.').at(-1)?.toLowerCase() ?? ''
  const [, letter, group] = /^([a-z])(grp|gr|typ|cat|cls)$/.exec(name) ?? []
  if (letter === undefined || group === undefined) return null
  const [owner, ...more] = new Set(references.filter(({ to }) => to === known).map(({ from }) => from))
  const words = owner === undefined || more.length > 0 ? [] : splitter.words(owner.profile.table.name)
  return words[0]?.startsWith(letter) === true ? [...words.map(singular), group] : null
}

/** `exp_dt` of what came in later is the day on which it was expected; elsewhere it may be that of an expiry. */
function awaited(
  words: readonly string[],
  { profile }: KnownTable,
  splitter: NameSplitter,
): readonly string[] {
  if (words[0] !== 'exp') return words
  const came = profile.columns.some(({ column }) =>
    splitter
      .inFull(splitter.words(column.name))
      .some((word) => /^(?:received|receipt|arriv|deliver)/.test(word)),
  )
  return came ? ['expected', ...words.slice(1)] : words
}

/** A text is no discount, and a number no description. */
function fits(meaning: string, type: ColumnProfile['type']): boolean {
  if (type === 'text') return !/^(?:discount|amount|count|price|duration|hours?|minutes)$/.test(meaning)
  return type !== 'number' || !/^(?:description|comment|name|remark|notes)$/.test(meaning)
}

function statisticsOf(
  { distinct, nulls, min, max }: ColumnProfile,
  dates: ReturnType<typeof datesOf>,
  quantiles: Quantiles | null,
  isHundredths: boolean,
): FieldStatistics {
  const range = dates ?? { min: shortened(min), max: shortened(max) }
  const plain = { distinct, nulls, min: range.min, max: range.max, quantiles }
  if (!isHundredths) return plain
  const [low, middle, high, top] = quantiles ?? []
  const isKnown = low !== undefined && middle !== undefined && high !== undefined && top !== undefined
  return {
    ...plain,
    quantiles: isKnown ? [low / 100, middle / 100, high / 100, top / 100] : null,
    isHundredths,
  }
}

function inWholeUnits(profile: ColumnProfile): ColumnProfile {
  const whole = (cell: Cell): Cell => (typeof cell === 'number' ? cell / 100 : cell)
  return { ...profile, min: whole(profile.min), max: whole(profile.max) }
}

/** Dates that are not stored in order: what they are, and their range, where all of them were read. */
function datesOf(
  { type, distinct, min, max }: ColumnProfile,
  format: TimeFormat | null,
  values: readonly string[],
): { readonly type: 'date' | 'timestamp'; readonly min: Cell; readonly max: Cell } | null {
  if (format === null || !isRearranged({ timeFormat: format })) return null
  const isInOrder = type === 'number' || format === 'digits'
  const range = isInOrder
    ? rangeOfDates([String(min), String(max)], format)
    : values.length < distinct
      ? null
      : rangeOfDates(values, format)
  const hasTime = values.some((value) => value.includes(':'))
  return { type: hasTime ? 'timestamp' : 'date', min: range?.[0] ?? null, max: range?.[1] ?? null }
}

/** Abbreviations in full, and the name without the words of its table: `customer name` of customers. */
function synonymsOf(words: readonly string[], written: string, prefix: number, known: KnownTable): string[] {
  const full = [words.join(' '), ...writtenOut(words)]
  const found = new Set(full)
  if (prefix > 0 && words.length > prefix) found.add(words.slice(prefix).join(' '))
  let own = 0
  while (own < words.length - 1 && standsForTable(words[own] ?? '', known.words)) own += 1
  if (own > 0) {
    const rest = words.slice(own)
    for (const phrase of [rest.join(' '), ...writtenOut(rest)]) found.add(phrase)
  }
  found.add(written)
  return [...found]
}

/** `clients_export` and `export clients` are clients, unless another table is called so. */
function withoutExport(words: readonly string[], { tables, splitter }: Findings): readonly string[] {
  const rest = words.filter((word) => !exported.has(singular(word)))
  const name = rest.map(singular).join(' ')
  const isOther = tables.some(
    ({ profile: { table } }) =>
      splitter
        .words(table.name.split('.').at(-1) ?? table.name)
        .map(singular)
        .join(' ') === name,
  )
  return rest.length === 0 || rest.length === words.length || isOther ? words : rest
}

const exported = new Set('export extract dump download'.split(' '))

/** `Parts list` and `Customer export` contain parts and customers. */
function withoutForm(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  const rest = words.slice(0, -1).join(' ')
  // A `time log` is not called "time".
  const isNamed = forms.has(singular(last)) || (logs.has(singular(last)) && !calendar.test(rest))
  return words.length > 1 && isNamed ? [rest] : []
}

const logs = new Set('log logbook journal'.split(' '))
const calendar = /(?:time|date|day|hour|week|month|year|work|staff)s?$/

const forms = new Set(
  'list export overview register master sheet extract dump report file header head'.split(' '),
)

/** `orderlines`, if it was split. */
function runTogether(table: string, splitter: NameSplitter): string[] {
  const name = table.split('.').at(-1) ?? table
  const written = splitter.written(name)
  return written === splitter.words(name).join(' ') ? [] : [written]
}

/** The number of words with which all columns of a table begin, as `c` in c_name, c_address. */
function commonPrefix(names: readonly (readonly string[])[]): number {
  const [first] = names
  if (first === undefined || names.length < 3) return 0
  return first.length > 1 && names.every((words) => words.length > 1 && words[0] === first[0]) ? 1 : 0
}

function unitOf(words: readonly string[]): string | null {
  for (const word of words) {
    const unit = units.get(word)
    if (unit !== undefined) return unit
  }
  return null
}

const units = new Map(
  Object.entries({
    '%': 'percent',
    usd: 'USD',
    eur: 'EUR',
    gbp: 'GBP',
    kg: 'kg',
    km: 'km',
    cm: 'cm',
    mm: 'mm',
    lbs: 'lb',
    pct: 'percent',
    percent: 'percent',
    percentage: 'percent',
    perc: 'percent',
  }),
)

function sampleOf(values: readonly string[], { min, max, type }: ColumnProfile): string[] {
  const shown =
    type === 'number' || type === 'time' ? [min, max].filter((cell) => cell !== null).map(String) : values
  return [
    ...new Set(shown.map((value) => Array.from(value.replace(invisible, ' ').trim()).slice(0, 25).join(''))),
  ].slice(0, 5)
}

/** Values are shown to people and assistants: control and invisible characters are removed. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

function shortened(cell: Cell): Cell {
  return typeof cell === 'string' ? Array.from(cell.replaceAll('\0', '')).slice(0, 100).join('') : cell
}
