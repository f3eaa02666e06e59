import type { Ontology } from '@quipu/query'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'

/** Something about a reading that goes with right or wrong answers, as a small number. */
export interface Signal {
  readonly name: string
  readonly value: number
  /** What is doubtful, for people: a sentence without its full stop. */
  readonly says?: string
}

export interface Doubted {
  readonly question: string
  readonly reading: Reading
  /** What the other reader makes of the question. Null where it makes nothing of it. */
  readonly other: Plan | null
  /** The question goes on from an earlier one. */
  readonly isFollowUp: boolean
  readonly ontology: Ontology
}

export function signal(name: string, value: boolean | number, says?: string): Signal {
  const number = Number(value)
  return { name, value: number, ...(number === 0 || says === undefined ? {} : { says }) }
}

/** "a, b or c" */
export function listed(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 3)
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
