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
export function checkText(value: unknown, name = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) {
      throw new ToolError(
        'VALIDATION_ERROR',
        `${name || 'arguments'} contains characters that are not valid text`,
      )
    }
    return
  }
  if (value === null || typeof value !== 'object') return
  if (depth > deepest) throw new ToolError('VALIDATION_ERROR', `${name || 'arguments'} is nested too deeply`)
  if (isFields(value)) {
    for (const key of Object.keys(value)) {
      checkText(key, 'a parameter name', depth + 1)
      checkText(value[key], name === '' ? key : name, depth + 1)
    }
    return
  }
  for (const item of value as unknown[]) checkText(item, name, depth + 1)
}
