import type { Dataset, Ontology } from '@quipu/query'
import { isPeople, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import type { Token } from '../words/tokens.ts'
import type { StandIn, Words } from './stand-in.ts'

/**
 * What people do by their name adds nothing: "the lessons that a teacher taught" are those of the teacher. So the verb becomes "had",
 * "have" or "of", where rows refer to these people and nothing in the data is called after the verb.
 */
export function ownVerbs({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const people = ontology.datasets.filter(
    (each) => !each.isHidden && isPeople(each) && childrenOf(each, ontology).length > 0,
  )
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const isOwn = token.kind === 'word' && people.some((each) => isActionOf(token, each))
    if (!isOwn || isCalledAfter(token, ontology)) return []
    const [before, next] = [tokens[from - 1]?.lower ?? '', tokens[from + 1]?.lower ?? '']
    if (next === 'by') return [{ from, to: from + 2, name: 'of', changesNumbers: false }]
    if (/^the$/.test(next) && /^(?:most|fewest|least)$/.test(tokens[from + 2]?.lower ?? ''))
      return [{ from, to: from + 1, name: 'had', changesNumbers: false }]
    // "How many lessons did each teacher teach last month."
    const isLast =
      next === '' || /^(?:this|last|in|on|since|during|today|yesterday|per|by|a|each)$/.test(next)
    const isAsked = tokens.slice(0, from).some(({ lower }) => /^(?:did|does|do|has|have)$/.test(lower))
    return isLast && isAsked && !/^(?:to|we|they|i|you)$/.test(before)
      ? [{ from, to: from + 1, name: 'have', changesNumbers: false }]
      : []
  })
}

/** `Teach` of teachers, `drive` of drivers, `instruct` of instructors. */
function isActionOf({ forms, lower }: Token, { label }: Dataset): boolean {
  const [noun = ''] = nameWords(label).slice(-1)
  const doer = /^(?<action>\p{L}{3,}?)e?(?:er|or)$/u.exec(noun)?.groups?.['action']
  if (doer === undefined || lower === noun || lower === `${noun}s`) return false
  return [...forms, lower].some((form) => form === doer || form === `${doer}e`)
}

/** A date, a state or a value that is named after the verb says more. */
function isCalledAfter({ lower }: Token, { datasets, values }: Ontology): boolean {
  const stems = stemsOf(lower)
  return (
    values.exact(lower).length > 0 ||
    datasets.some((each) =>
      visible(each).some(({ label }) => label.split(' ').some((word) => stems.has(word.toLowerCase()))),
    )
  )
}
