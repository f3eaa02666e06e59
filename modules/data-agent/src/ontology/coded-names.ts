import type { Field } from '@quipu/query'
import { withoutCode } from './code-rows.ts'
import { english } from './dictionary.ts'

/**
 * What a column of codes is called once their meaning is known: a status where most of them are states, whatever its letters seem to stand
 * for, a type where it ends so, and else what it was called without the word "code".
 */
export function codedName({ name, label }: Field, meanings: readonly string[]): string {
  const parts = withoutCode(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
  const plain = label.replace(/ codes?$/i, '')
  if (/\b(?:status|state|stage)\b/i.test(label) || parts.every((part) => english().isCommon(part)))
    return plain
  const states = meanings.filter((meaning) => state.test(meaning.trim()))
  if (states.length > 1 && states.length * 2 >= meanings.length) return 'status'
  const last = parts.at(-1) ?? ''
  return /(?:typ|ty|tp)$/.test(last) && !english().has(last) ? 'type' : plain
}

const state =
  /^(?:open|closed|(?:in|not )?active|(?:part(?:ly|ially)?[ -]|un|not )?paid|void(?:ed)?|cancel\w*|annulled|declined|rejected|accepted|approved|booked|reserved|(?:un)?confirmed|(?:in)?complete|completed|done|finished|drafts?|pending|planned|scheduled|started|running|in progress|under way|shipped|dispatched|delivered|sent|received|collected|deceased|dead|transferred|did not (?:attend|show).*|no[ -]?show|attended|arrived|checked (?:in|out)|returned|refunded|expired|suspended|on hold|held|posted|issued|released|new|entered|lapsed|overdue|settled|written off|processed|failed|invoiced|billed|withdrawn|terminated|retired|left|moved (?:away|out)|archived|waiting|packed|picked|ready|quoted|lost|won|stopped|blocked|dormant)$/i
