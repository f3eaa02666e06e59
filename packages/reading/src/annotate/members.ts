import { isPerson } from '../lexicon/wordnet.ts'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import type { NounSpan } from './nouns.ts'

/** "crew members" are the crew. "Club members" are not clubs, so the word before has to mean people. */
export function withMembers(spans: readonly NounSpan[], tokens: readonly Token[]): readonly NounSpan[] {
  const longer = spans.flatMap(({ from, to, candidates }) => {
    const word = singular(tokens[to - 1]?.lower ?? '')
    const isOfPeople = /^members?$/.test(tokens[to]?.lower ?? '') && (crowds.has(word) || isPerson(word))
    const things = isOfPeople ? candidates.filter((each) => each.kind === 'dataset' && each.score >= 0.8) : []
    return things.length === 0 ? [] : [{ from, to: to + 1, candidates: things }]
  })
  const isReplaced = (span: NounSpan): boolean =>
    longer.some(({ to }) => span.from === to - 1 || (span.to === to && span.from < to - 1)) &&
    (span.candidates[0]?.score ?? 0) < 0.9
  return longer.length === 0 ? spans : [...spans.filter((span) => !isReplaced(span)), ...longer]
}

/** Words for people who belong together; each of them is a member. */
const crowds: ReadonlySet<string> = new Set('staff faculty crew personnel workforce cast'.split(' '))
