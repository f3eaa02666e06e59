import type { z } from 'zod'
import type { InputIssue } from './module.ts'

/** The first problem of an input, described by the parameter's name. */
export function firstIssue(error: z.ZodError, input: unknown): InputIssue {
  // A failed parse has at least one issue.
  const issue = error.issues[0]!
  const missing = error.issues.filter(({ path }) => valueAt(input, path) === undefined)
  const isMissing = missing.includes(issue)
  const names = isMissing ? missing.map(nameOf) : []
  return { name: nameOf(issue), issue, isMissing, missing: [...new Set(names)].slice(0, mostMissingNamed) }
}

const mostMissingNamed = 20

function nameOf(issue: z.core.$ZodIssue): string {
  const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return [...issue.path, ...extra].map(String).join('.') || 'arguments'
}

/** A plain sentence for an issue: the parameter's name and what is wrong with it. */
export function phraseIssue({ name, issue, isMissing, missing }: InputIssue): string {
  if (issue.code === 'unrecognized_keys') return `${name} is not a known parameter`
  if (isMissing && issue.code !== 'custom')
    return missing.length > 1 ? `${listed(missing)} are required` : `${name} is required`
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${withArticle(issue.expected)}`
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_big':
      return issue.origin === 'string'
        ? `${name} exceeds maximum length of ${issue.maximum} characters`
        : `${name} exceeds maximum of ${issue.maximum}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? `${name} is required and cannot be empty`
        : `${name} is below minimum of ${issue.minimum}`
    case 'invalid_format':
      return `${name} must be in ${issue.format} format`
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return `${name} ${issue.message}`
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function withArticle(expected: string): string {
  const noun = expected === 'int' ? 'integer' : expected
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}
