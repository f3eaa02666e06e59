import { quotedName } from '../../quoted-name.ts'
import { sqlText } from './sql-text.ts'
import { amountSql, digitsSql } from './amounts.ts'
import { momentSql } from './dates.ts'
import type { FilePlan, Folds } from './plan-file.ts'
import { unguardedSql } from './guarded-cells.ts'
import { aloneSql } from './lone-cells.ts'
import { totalWord } from './total-rows.ts'
import type { ColumnPlan } from './column-plan.ts'
import { blanks, no, yes } from './cells.ts'

/** The rows of a file with typed columns; `raw` has the cells as texts, `c0`, `c1`, …. */
export function typedSql(plan: FilePlan, raw: string, folds: Folds = new Map()): string {
  const columns = plan.columns.map(
    (column) => `${valueSql(column, folds.get(column.name))} as ${quotedName(column.name)}`,
  )
  return `select ${columns.join(', ')} from ${cleanSql(plan, raw)} where not is_total and not is_alone`
}

/**
 * One row: the number of rows, the number of totals among them, that of texts alone in their row, then for each column the number of filled cells and of
 * readable ones.
 */
export function countsSql(plan: FilePlan, raw: string): string {
  const columns = plan.columns.flatMap((column) => [
    `count(x${column.at}) filter (not is_total and not is_alone)`,
    `count(${valueSql(column)}) filter (not is_total and not is_alone)`,
  ])
  return `select ${['count(*)', 'count(*) filter (is_total)', 'count(*) filter (is_alone and not is_total)', ...columns].join(', ')} from ${cleanSql(plan, raw)}`
}

/** Some unreadable cells, as written. */
export function oddCellsSql(plan: FilePlan, column: ColumnPlan, raw: string): string {
  const cell = `x${column.at}`
  return `select distinct ${cell} from ${cleanSql(plan, raw)}
    where ${cell} is not null and ${valueSql(column)} is null and not is_total and not is_alone order by 1 limit 5`
}

const around = String.raw`' ' || chr(9) || chr(10) || chr(13) || chr(160) || chr(8201) || chr(8239) || chr(65279)`

/**
 * For each column the cell as written (`t`), the same if it is not blank (`x`), and the digits of a number
 * (`d`), and whether the row is a total. Empty rows and repeated headers are left out.
 */
function cleanSql(plan: FilePlan, raw: string): string {
  const { columns, header, has } = plan
  const cells = columns.map(({ at, kind, isGuarded }) => {
    if (kind === 'declared') return `c${at} as t${at}`
    const cell = `nullif(trim(c${at}, ${around}), '')`
    return `${isGuarded === true ? unguardedSql(cell) : cell} as t${at}`
  })
  const isEmpty = columns.map(({ at }) => `t${at} is null`).join(' and ')
  const named = columns.filter(({ at }) => (header[at] ?? '') !== '')
  const isHeader = named
    .map(({ at }) => `t${at} is not distinct from ${sqlText(header[at] ?? '')}`)
    .join(' and ')
  const kept = [
    ...(has.blankRows ? [`not (${isEmpty})`] : []),
    ...(has.headers && named.length > 1 ? [`not (${isHeader})`] : []),
    'true',
  ]
  const said = columns.map((column) => `${saidSql(column)} as x${column.at}`)
  const rows = `(select *, ${said.join(', ')} from (select ${cells.join(', ')} from ${raw}) where ${kept.join(' and ')})`
  const digits = columns
    .filter(({ kind }) => kind === 'whole' || kind === 'amount')
    .map(({ at }) => `${digitsSql(`x${at}`)} as d${at}`)
  return `(select ${['*', ...digits, `${totalSql(plan)} as is_total`, `${has.loneCells ? aloneSql(columns) : 'false'} as is_alone`].join(', ')} from ${rows})`
}

/** Some texts that stand alone in their row, in this column, as written. */
export function loneTextsSql(plan: FilePlan, { at }: ColumnPlan, raw: string): string {
  return `select distinct t${at} from ${cleanSql(plan, raw)} where is_alone and not is_total and t${at} is not null order by 1 limit 3`
}

/** A row is a total if it says so where a date or number belongs, or if it leaves cells blank that other rows fill. */
function totalSql({ columns, usual, has }: FilePlan): string {
  const unnamed = has.unnamedTotals.map((at) => `t${at} is null`).join(' and ')
  const named = has.totals ? namedTotalSql({ columns, usual, has }) : 'false'
  return unnamed === '' ? named : `(${named} or (${unnamed}))`
}

function namedTotalSql({ columns, usual, has }: Pick<FilePlan, 'columns' | 'usual' | 'has'>): string {
  const parts = columns.flatMap(({ at, kind }) => {
    const says = `regexp_matches(coalesce(t${at}, ''), ${sqlText(`(?i)${totalWord.source}`)})`
    if (kind !== 'text' && kind !== 'empty') return [says]
    if (has.fullTotals) return [says]
    const others = usual.filter((other) => other !== at)
    const named = columns.filter(
      (one) => others.includes(one.at) && one.kind !== 'amount' && one.kind !== 'whole',
    )
    const blank = others.map((other) => `cast(t${other} is null as integer)`).join(' + ')
    const leavesHalf = others.length < 2 ? [] : [`(${blank}) * 2 >= ${others.length}`]
    // Only its sums are filled.
    const leavesNames = named.length === 0 ? [] : [named.map((one) => `t${one.at} is null`).join(' and ')]
    const leaves = [...leavesHalf, ...leavesNames]
    return leaves.length === 0 ? [] : [`(${says} and (${leaves.join(' or ')}))`]
  })
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`
}

function saidSql({ at, kind }: ColumnPlan): string {
  if (kind === 'declared') return `t${at}`
  const nothing = kind === 'text' ? [...blanks].filter((word) => !/[a-z]{3}|^\?$/.test(word)) : [...blanks]
  const words = nothing.filter((word) => word !== '').map(sqlText)
  return `case when lower(t${at}) not in (${words.join(', ')}) then t${at} end`
}

function valueSql(column: ColumnPlan, folds: ReadonlyMap<string, string> = new Map()): string {
  const cell = `x${column.at}`
  switch (column.kind) {
    case 'text': {
      const text = column.isAddress === true ? `lower(${cell})` : cell
      return folds.size === 0 ? text : `coalesce(${mapSql(folds)}[${text}], ${text})`
    }
    case 'declared':
      return cell
    case 'empty':
      return 'cast(null as varchar)'
    case 'whole':
      return `try_cast(${amountSql(cell, `d${column.at}`, column.decimal)} as bigint)`
    case 'amount':
      if (column.isDuration === true) return hoursSql(cell)
      return amountSql(cell, `d${column.at}`, column.decimal)
    case 'date':
    case 'timestamp':
      return momentSql(cell, {
        formats: column.formats,
        isDate: column.kind === 'date',
        isWorded: column.isWorded === true,
        hasSerials: column.hasSerials === true,
      })
    case 'time':
      return timeSql(cell)
    case 'yes-no':
      return `case when lower(${cell}) in (${[...yes].map(sqlText).join(', ')}) then true
        when lower(${cell}) in (${[...no].map(sqlText).join(', ')}) then false ${column.isMark === true ? 'else false ' : ''}end`
  }
}

/** `1:45` is 1.75 hours. */
function hoursSql(cell: string): string {
  const part = (place: number): string =>
    `coalesce(try_cast(split_part(ltrim(${cell}, '-'), ':', ${place}) as double), 0)`
  const hours = `${part(1)} + ${part(2)} / 60 + ${part(3)} / 3600`
  return `case when regexp_matches(${cell}, '^-?[0-9]+:[0-9]{2}(:[0-9]{2})?$') then (${hours}) * (case when starts_with(${cell}, '-') then -1 else 1 end) end`
}

/** `5:12 PM` and `17:12:30`. */
function timeSql(cell: string): string {
  const half = `upper(replace(replace(${cell}, ' ', ''), '.', ''))`
  const isHalf = `regexp_matches(${cell}, '(?i)[ap]\\.?m\\.?$')`
  return `case when ${isHalf} then cast(try_strptime(${half}, ['%I:%M%p', '%I:%M:%S%p']) as time) else try_cast(${cell} as time) end`
}

function mapSql(folds: ReadonlyMap<string, string>): string {
  return `map {${Array.from(folds, ([written, value]) => `${sqlText(written)}: ${sqlText(value)}`).join(', ')}}`
}
