import { ToolError } from '@quipu/kit'
import { isFields } from '../input/fields.ts'

const deepest = 64
const mostNames = 1000

/** Refuses more parameters than any tool takes, before any of them is checked. */
export function checkCount(given: object): void {
  const count = Object.keys(given).length
  if (count <= mostNames) return
  throw new ToolError('VALIDATION_ERROR', `${count} parameters were given; at most ${mostNames} are taken`)
}

/** Refuses text that stores do not keep unchanged, such as lone surrogates and NUL, and excessive nesting. */
export function checkText(value: unknown, name = ''): void {
  const problem = problemOf(value, 0)
  if (problem === undefined) return
  const place = [...(name === '' ? [] : [name]), ...problem.place].join('.')
  throw new ToolError('VALIDATION_ERROR', `${place.slice(0, longestPlace) || 'arguments'} ${problem.says}`)
}

const longestPlace = 200

interface Problem {
  readonly place: readonly string[]
  readonly says: string
}

function problemOf(value: unknown, depth: number): Problem | undefined {
  if (typeof value === 'string') return isKept(value) ? undefined : { place: [], says: notText }
  if (value === null || typeof value !== 'object') return undefined
  if (depth > deepest) return { place: [], says: 'is nested too deeply' }
  const isNamed = isFields(value)
  for (const [key, part] of Object.entries(value)) {
    if (isNamed && !isKept(key)) return { place: ['a parameter name'], says: notText }
    const problem = problemOf(part, depth + 1)
    if (problem !== undefined) return { ...problem, place: [key, ...problem.place] }
  }
  return undefined
}

const notText = 'contains characters that are not valid text'

function isKept(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
