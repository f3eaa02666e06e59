import type { InputIssue } from '@quipu/kit'
import { phraseIssue as phrase } from '@quipu/kit'

/** The message for a problem of the input, in the contract's words. */
export function phraseIssue(found: InputIssue): string {
  const { name, issue, isMissing } = found
  if (name === 'limit' && issue.code === 'too_big') return 'limit exceeds maximum of 200'
  const kind = numbers[name]
  if (kind === undefined || isMissing || issue.code === 'unrecognized_keys') return phrase(found)
  return `${name} must be ${kind}`
}

const numbers: Readonly<Record<string, string>> = {
  task_id: 'a positive integer',
  limit: 'a positive integer',
  offset: 'a non-negative integer',
}
