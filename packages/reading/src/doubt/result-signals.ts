import type { Cell } from '@quipu/query'
import { doubtAbout } from '../confidence/verdict.ts'
import type { Reading } from '../plan/reading.ts'
import { figuresIn } from './query-parts.ts'
import { signal, type Signal } from './signal.ts'

/** What is known of an answer when its rows are there. */
export interface Found {
  readonly question: string
  readonly reading: Reading
  readonly rows: readonly (readonly Cell[])[]
  /** The best other reading of the question. Null where there is none. */
  readonly rival: Pick<Reading, 'confidence'> | null
  /** A check of the rows warns of them. */
  readonly hasCaveat: boolean
}

/** The weights of what is known once the rows are there, beside the log-odds before. */
export interface ResultWeights {
  readonly bias: number
  /** Of the log-odds before. */
  readonly before: number
  readonly weights: Readonly<Record<string, number>>
}

/** How the rows of right and of wrong answers differ, and what else the answer warns of. */
export function resultSignals(found: Found): readonly Signal[] {
  return [
    ...ofSize(found),
    ...ofFigures(found),
    ...ofRepeats(found),
    ...ofWarnings(found),
    signal('saysBoth', /\bboth\b/i.test(found.question)),
  ]
}

/** More rows are not compared with each other. */
const mostCompared = 1000
/** From this share of the confidence on, another reading counts. */
const leastRival = 0.6

function ofSize({ rows, reading: { query } }: Found): readonly Signal[] {
  const [first = []] = rows
  const isOne = rows.length === 1
  return [
    signal('rowsNone', rows.length === 0, 'No row fits it'),
    signal('rowsOne', isOne),
    signal('rowsFew', rows.length === 2 || rows.length === 3),
    signal('columnsMore', Math.max(0, Math.min(3, first.length - 1))),
    signal('textAlone', isOne && first.length === 1 && typeof first[0] === 'string'),
    signal('firstAlone', isOne && query.limit !== null),
  ]
}

function ofFigures({ rows, reading }: Found): readonly Signal[] {
  const [first = [], ...more] = rows
  const figures = figureColumns(reading, first.length)
  const isAlone = first.length > 0 && more.length === 0
  const alone = isAlone && first.length === 1 && figures.length === 1 ? first[0] : null
  return [
    signal(
      'figureNothing',
      isAlone && figures.some((at) => first[at] === 0 || first[at] === null),
      'The figure is zero or empty',
    ),
    signal('figureSmall', alone === 1 || alone === 2),
    signal(
      'figureSame',
      more.length > 0 && figures.some((at) => isSame(rows, at)),
      'Every row has the same figure',
    ),
    signal(
      'valueSame',
      more.length > 0 && first.some((_cell, at) => !figures.includes(at) && isSame(rows, at)),
      'Every row has the same value in a column',
    ),
    signal('valueGiven', showsGiven(reading), 'It shows what the question itself says'),
  ]
}

function ofRepeats({ rows: all }: Found): readonly Signal[] {
  const rows = all.slice(0, mostCompared)
  const firsts = new Set(rows.map(([cell]) => cell))
  const whole = new Set(rows.map((row) => JSON.stringify(row)))
  return [
    signal('firstRepeats', firsts.size < rows.length),
    signal('rowRepeats', whole.size < rows.length, 'Some rows are the same'),
    signal(
      'cellsEmpty',
      rows.some((row) => row.includes(null)),
    ),
  ]
}

function ofWarnings({ reading, rival, hasCaveat }: Found): readonly Signal[] {
  const warnings = reading.assumptions.filter(
    ({ about, changesNumbers }) => changesNumbers && about !== doubtAbout,
  )
  const nearness = rival === null ? 0 : rival.confidence / Math.max(0.02, reading.confidence)
  const far = warnings.filter(({ isFar }) => isFar === true)
  return [
    signal('rival', Math.max(0, Math.min(1, (nearness - leastRival) / (1 - leastRival)))),
    signal('wordsFar', Math.min(2, far.length)),
    signal('warned', warnings.length > far.length),
    signal('caveat', hasCaveat),
  ]
}

/** "the name of Bob": a column whose value is a condition. */
function showsGiven({ query: { where, outputs } }: Reading): boolean {
  const all = where?.kind === 'and' ? where.of : where === null ? [] : [where]
  const given = all.flatMap((one) =>
    one.kind === 'compare' && one.operator === '=' && one.left.kind === 'field' ? [one.left] : [],
  )
  return outputs.some(
    ({ expression }) =>
      expression.kind === 'field' &&
      given.some(({ dataset, field }) => dataset === expression.dataset && field === expression.field),
  )
}

/** The columns that show figures, where the rows have the columns of the query. */
function figureColumns({ query: { outputs } }: Reading, width: number): readonly number[] {
  if (outputs.length !== width) return []
  return outputs.flatMap(({ expression }, at) => (figuresIn(expression).length > 0 ? [at] : []))
}

function isSame(rows: Found['rows'], at: number): boolean {
  return rows.every((row) => row[at] === rows[0]?.[at])
}
