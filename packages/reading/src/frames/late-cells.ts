import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'

/** What a thing has to keep to. */
const limit = '(?:dates?|deadlines?|day|days|times?|targets?|promises?|limits?)'
const set =
  '(?:due|promised|agreed|expected|planned|target|required|requested|wanted|scheduled|committed|quoted|delivery|completion|end)'
const whose = '(?:(?:the|their|its|our|his|her|a|an) )?'
const forms: readonly RegExp[] = [
  // "past the promised date", "after their deadline"
  new RegExp(
    `^(?:past|beyond|after|later than|behind) ${whose}(?:(?:${set} ){1,2}${limit}|(?:\\p{L}+ ){0,2}deadlines?|due)$`,
    'u',
  ),
  // "past the date the customer wanted"
  /^(?:past|beyond|after|later than|behind) the (?:date|day|time)(?: that| when)?(?: the| our)?(?: \p{L}+)? (?:wanted|promised|needed|agreed|requested|expected|asked for)$/u,
  /^later than (?:promised|agreed|planned|expected|requested|wanted|due|scheduled)$/,
  /^later than (?:the |our |they |he |she |it was )?(?:\p{L}+ )?(?:promised|agreed|planned|expected|requested|wanted|needed|asked for)$/u,
  // "missed their solve deadline", "broke the target"
  new RegExp(
    `^(?:missed|missing|miss|misses|breached|breach|broke|exceeded|exceed|overran|failed) ${whose}(?:\\p{L}+ ){0,2}(?:due dates?|deadlines?|targets?|sla|slas|promised dates?|time limits?)$`,
    'u',
  ),
]
const longest = 8

/** Words that say in other ways that something was not done in time. */
export function addLateness(tokens: readonly Token[], span: (from: number, to: number) => Open): void {
  tokens.forEach((first, from) => {
    if (!/^(?:past|beyond|after|later|behind|miss|breach|broke|exceed|overran|failed)/.test(first.lower))
      return
    for (let to = Math.min(tokens.length, from + longest); to > from + 1; to--) {
      const phrase = tokens
        .slice(from, to)
        .map(({ lower }) => lower)
        .join(' ')
      if (!forms.some((form) => form.test(phrase))) continue
      const cell = span(from, to)
      cell.role = { does: 'state', state: 'late' }
      cell.values = []
      cell.worth = Math.max(cell.worth, (to - from) * 1.25)
      return
    }
  })
}
