import type { TimeMention } from '../time/time-mention.ts'

/** A question without its period and its groups, which belong to every figure in it. */
export interface WithoutShared {
  readonly rest: string
  /** The words that were taken out, in their order. */
  readonly shared: string
}

type FindTimes = (text: string) => readonly TimeMention[]

/** Takes out the one period and all groups. Where two periods are named, each stays with its figure. */
export function withoutShared(question: string, findTimes: FindTimes): WithoutShared {
  const times = findTimes(question).filter(({ confidence, comparison }) => confidence >= 0.5 && !comparison)
  const ranges = times.filter(({ kind }) => kind === 'range' || kind === 'point')
  const grains = times.filter(({ kind, words }) => kind === 'grain' && !ofMean.test(words))
  const groups = [...question.matchAll(grouping)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }))
  const spans = [...(ranges.length === 1 ? ranges : []), ...grains, ...groups]
    .toSorted((a, b) => a.start - b.start)
    .filter((one, at, all) => all.slice(0, at).every(({ end }) => end <= one.start))
  let rest = ''
  let from = 0
  const taken: string[] = []
  for (const { start, end } of spans) {
    const isOwner = /^['’]s\b/.test(question.slice(end))
    const before = question.slice(from, start)
    // "of this year's orders" keeps its "of".
    const joint = isOwner ? '' : (/(?:\s|^)(?:in|for|during|of|over|from)\s+$/i.exec(before)?.[0] ?? '')
    rest += `${before.slice(0, before.length - joint.length)} `
    taken.push(`${joint}${question.slice(start, end)}`.replaceAll(/[,:;]/g, '').trim())
    from = end + (isOwner ? 2 : 0)
  }
  rest = tidy(rest + question.slice(from))
  return { rest, shared: taken.join(' ') }
}

export function tidy(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('()', '')
    .replaceAll(/\s+([,:;)])/g, '$1')
    .replaceAll(/(?:[,:;]\s*)+(?=[,:;]|$)/g, '')
    .replace(/^[\s,:;]+/, '')
    .trim()
}

const ofMean = /^(?:daily|weekly|monthly|quarterly|yearly|annual)/i
const opened = String.raw`(?:per(?! the\b)|(?<!(?:divided|multiplied) )by|(?:for|in|at|on) (?:each|every)|(?:split|broken down|grouped) by)`
const noun = String.raw`(?!(?:the )?(?:hour|minute|unit|piece|kg|kilo|litre|liter)s?\b)(?:the )?\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2}?`
const until = String.raw`(?=\s*(?:$|[,:;()?!.=]|\s(?:this|last|next|since|in|as|is|was|are|were|relative|over|divided|minus|less|times|multiplied|x|for|from|at|on|so|between|during|compared|against|today|yesterday|\d)\b|\s[×*÷/=–-]\s))`
/** "per branch", "for each boat type": up to the next word that begins something else. */
const grouping = new RegExp(String.raw`(?<![\p{L}])${opened}\s+${noun}${until}`, 'giu')
