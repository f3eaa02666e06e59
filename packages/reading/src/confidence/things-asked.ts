import { isEnglish } from '../lexicon/wordnet.ts'
import { roleOf } from '../frames/business-phrases.ts'
import { operatorOf } from '../words/phrases.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'

const before =
  /^(?:the|our|their|your|my|his|her|a|an|any|no|of|in|on|for|per|many|much|most|fewest|least|more|all|which|what|with|without|about)$/
const pronouns = /^(?:we|they|i|you|he|she|it|who|that|did|do|does|to|not|will|would|can|could|should)$/

/** The words of a question that name things by their place in it: "the most tips", "in the store", "customer visits". Words of business mean something else. */
export function thingsAsked(question: string): ReadonlySet<string> {
  const tokens = tokenize(question).filter(({ kind }) => kind === 'word')
  return new Set(
    tokens.filter((token, at) => isThing(token, tokens[at - 1], tokens[at + 1])).map(({ lower }) => lower),
  )
}

function isThing({ lower }: Token, last: Token | undefined, next: Token | undefined): boolean {
  if (
    lower.length < 4 ||
    last === undefined ||
    roleOf(lower) !== undefined ||
    operatorOf(lower) !== undefined
  )
    return false
  const one = singular(lower)
  if (!isEnglish(one, 'noun') || (isEnglish(lower, 'adj') && one === lower)) return false
  const isMany = one !== lower && !lower.endsWith('ss')
  // "visits" after a noun, "tips" after "most"; not "gets" after "waiter", which goes on.
  const isLast =
    next === undefined || roleOf(next.lower) !== undefined || operatorOf(next.lower) !== undefined
  if (isMany)
    return before.test(last.lower) || (isLast && !pronouns.test(last.lower) && !isVerbOf(lower, last, next))
  return before.test(last.lower) && isLast && !isEnglish(lower, 'adj')
}

/** "which waiter gets the most": a thing before, and what it does. */
function isVerbOf(word: string, last: Token, next: Token | undefined): boolean {
  return (
    isEnglish(singular(word), 'verb') &&
    !last.lower.endsWith('s') &&
    next !== undefined &&
    /^(?:the|a|an|us|most|more)$/.test(next.lower)
  )
}
