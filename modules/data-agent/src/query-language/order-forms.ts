import { withoutHeading } from './expression-forms.ts'
import { isObject, keyIn, listOf, type Forms } from './forms.ts'

const whats = ['by', 'field', 'expr', 'expression', 'column']
const hows = ['direction', 'dir', 'order', 'sort']

/** `["n", "desc"]`, `"n desc"`, `{"n": "desc"}` and `{"field": "n", "direction": "desc"}` are `{"desc": "n"}`. */
export function usualOrder(value: unknown, forms: Forms): unknown {
  if (value === undefined) return undefined
  return (isPair(value) ? [value] : listOf(value)).map((one) => usualItem(one, forms))
}

function usualItem(value: unknown, forms: Forms): unknown {
  if (isPair(value)) return { [directionOf(value[1]) ?? 'asc']: forms.expression(value[0], forms) }
  if (typeof value === 'string') {
    const [, name, word] = /^(.+?)\s+(asc|desc)$/i.exec(value.trim()) ?? []
    const isSaid = name !== undefined && !forms.names.isTaken(value)
    return isSaid
      ? { [directionOf(word) ?? 'asc']: forms.expression(name, forms) }
      : forms.expression(value, forms)
  }
  if (!isObject(value)) return value
  const [only, ...others] = Object.entries(value)
  if (only === undefined) return value
  const [key, of] = only
  if (others.length === 0 && (key === 'desc' || key === 'asc'))
    return { [key]: forms.expression(withoutHeading(of), forms) }
  if (others.length === 0 && directionOf(of) !== undefined) return { [directionOf(of) ?? 'asc']: key }
  const [what, how] = [keyIn(value, whats), keyIn(value, hows)]
  const direction = how === undefined ? undefined : directionOf(value[how])
  if (what !== undefined && direction !== undefined && Object.keys(value).length === 2)
    return { [direction]: forms.expression(value[what], forms) }
  if (what !== undefined && Object.keys(value).length === 2 && typeof value['desc'] === 'boolean')
    return { [value['desc'] ? 'desc' : 'asc']: forms.expression(value[what], forms) }
  return forms.expression(value, forms)
}

function isPair(value: unknown): value is readonly [unknown, string] {
  return Array.isArray(value) && value.length === 2 && directionOf(value[1]) !== undefined
}

function directionOf(value: unknown): 'asc' | 'desc' | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word === 'desc' || word === 'descending') return 'desc'
  return word === 'asc' || word === 'ascending' ? 'asc' : undefined
}
