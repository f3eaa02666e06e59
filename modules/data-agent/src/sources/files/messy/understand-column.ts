import { isBlank, no, trimmed, yes } from './cells.ts'
import { codeName, numberName } from './code-names.ts'
import type { ColumnPlan, DateOrder } from './column-plan.ts'
import { isFormulaText, unguarded } from './guarded-cells.ts'
import { datesIn } from './understand-dates.ts'
import { numeric } from './understand-numbers.ts'

export interface ColumnEvidence {
  readonly name: string
  readonly at: number
  /** As in the file. */
  readonly cells: readonly string[]
  /** From the other columns of the file; null if they are ambiguous too. */
  readonly decimal: ',' | '.' | null
  readonly dateOrder: DateOrder | null
}

export function understandColumn(evidence: ColumnEvidence): ColumnPlan {
  const given = evidence.cells.map(trimmed)
  const cells = given.map(unguarded)
  if (cells.every((cell, at) => cell === given[at])) return understandCells(evidence)
  const column = understandCells({ ...evidence, cells })
  const texts = given.filter(isFormulaText).length
  const isText = texts > 0 && texts * 2 >= given.filter((cell) => !isBlank(cell)).length
  return { ...column, isGuarded: true, ...(isText ? { kind: 'text', formats: [], unit: null } : {}) }
}

function understandCells({ name, at, cells, decimal, dateOrder }: ColumnEvidence): ColumnPlan {
  const plain: ColumnPlan = {
    name,
    at,
    kind: 'text',
    decimal: decimal ?? '.',
    formats: [],
    unit: null,
    doubts: [],
  }
  const filled = cells.map(trimmed).filter((cell) => !isBlank(cell))
  if (filled.length === 0)
    return { ...plain, kind: cells.some((cell) => trimmed(cell) !== '') ? 'text' : 'empty' }
  if (
    filled.length > 1 &&
    filled.length < cells.length &&
    filled.every((cell) => marks.has(cell.toLowerCase()))
  )
    return { ...plain, kind: 'yes-no', isMark: true }
  if (filled.every((cell) => yes.has(cell.toLowerCase()) || no.has(cell.toLowerCase())))
    return { ...plain, kind: isYesNo(filled) ? 'yes-no' : numeric(filled, plain, decimal).kind }
  if (filled.every((cell) => formula.test(cell))) return { ...plain, doubts: [onlyFormulas] }
  if (filled.every((cell) => address.test(cell))) return { ...plain, isAddress: true }
  if (filled.every((cell) => timeOfDay.test(cell)) && !isDuration(filled, name))
    return { ...plain, kind: 'time' }
  if (filled.every((cell) => elapsed.test(cell))) {
    const doubt = `${filled[0]} is read as hours and minutes`
    const isSure = filled.some((cell) => cell.split(':').length > 2 || Number.parseInt(cell, 10) >= 24)
    return { ...plain, kind: 'amount', unit: 'hours', isDuration: true, doubts: isSure ? [] : [doubt] }
  }
  const isNumbered = numberName.test(name) && filled.every((cell) => /^\d+$/.test(cell))
  if (!codeName.test(name) && !isNumbered) {
    const dates = datesIn(filled, plain, dateOrder)
    if (dates !== null) return dates
  }
  return numeric(filled, plain, decimal)
}

/** `=B2*2`, `=SUM(A1:A9)`: what a spreadsheet computes, saved without its result. */
const formula = /^=[-+(]?\$?[A-Z]+(?:\$?\d|\()/i
const onlyFormulas = 'its cells are formulas without their results; save the file again with values'

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const timeOfDay = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?$/i

/** How long something took, in hours. */
const elapsed = /^-?\d{1,5}:[0-5]\d(?::[0-5]\d)?$/

/** By its name, or because a day has fewer hours. */
function isDuration(filled: readonly string[], name: string): boolean {
  if (filled.some((cell) => /m/i.test(cell))) return false
  return durationName.test(name) || filled.some((cell) => Number.parseInt(cell, 10) >= 24)
}

const durationName =
  /(?:^|[\s_.-])(?:duration|length|hours|hrs|worked|elapsed|spent|dauer|stunden|arbeitszeit|durée|heures|duración|horas|durata|ore)(?:$|[\s_.-])/i

/** What people put into a cell to mark a row, and into no other. */
const marks: ReadonlySet<string> = new Set('x yes y ja oui ✓ ✔'.split(' '))

/** A column of only ones and zeros is a number; one of only one letter is not a flag either. */
function isYesNo(filled: readonly string[]): boolean {
  const words = new Set(filled.map((cell) => cell.toLowerCase()))
  if ([...words].every((word) => word === '0' || word === '1')) return false
  return [...words].some((word) => yes.has(word)) && [...words].some((word) => no.has(word))
}
