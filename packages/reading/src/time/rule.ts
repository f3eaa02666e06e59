import { smallCount } from '../numbers/number-words.ts'
import type { Clock } from './clock.ts'
import type { TimeMention } from './time-mention.ts'
import { monthPattern, weekdayPattern } from './names.ts'

/** The meaning of words, wherever they are. */
export type Meaning = Pick<TimeMention, 'kind' | 'range' | 'says'> &
  Partial<Omit<TimeMention, 'start' | 'end' | 'words' | 'kind' | 'range' | 'says'>> & {
    /** The exact day that "2 months ago" counts to, where the range is the whole month. */
    readonly pin?: string
    /** A month, quarter or day without a year. A neighbour supplies the year. */
    readonly yearless?: (year: number) => Meaning | null
  }

type Groups = Readonly<Record<string, string | undefined>>

export interface Rule {
  readonly pattern: RegExp
  /** `groups` are the named groups of the pattern. */
  readonly read: (groups: Groups, clock: Clock) => Meaning | null
}

const macros: Readonly<Record<string, string>> = {
  unit: '(?<unit>day|week|month|quarter|year)',
  n: `(?<n>${smallCount})`,
  month: `(?<month>${monthPattern})\\.?`,
  weekday: `(?<weekday>${weekdayPattern})`,
  year: '(?<year>[12]\\d{3})',
  quarter: '(?:q(?<q>[1-4])|(?<nth>1st|2nd|3rd|4th|first|second|third|fourth|last|final) quarter)',
  which:
    '(?<which>this|the current|current|last|the last|previous|the previous|prior|the prior|next|the next)',
}

/** A blank matches blanks and hyphens (with `?` also nothing), `{name}` matches one of the macros. Matches whole words only. */
export function rule(pattern: string, read: Rule['read']): Rule {
  const source = pattern
    .replace(/\{([a-z]+)\}/g, (whole, name: string) => macros[name] ?? whole)
    .replaceAll(' ?', '[\\s-]*')
    .replaceAll(' ', '[\\s-]+')
  return { pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{N}])`, 'uy'), read }
}

export interface Found {
  readonly end: number
  readonly meaning: Meaning
}

/** The longest match at a position. Among equally long ones, the first rule wins. `text` is lower case. */
export function longest(rules: readonly Rule[], text: string, at: number, clock: Clock): Found | null {
  let best: Found | null = null
  for (const { pattern, read } of rules) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) continue
    const end = at + match[0].length
    if (best && end <= best.end) continue
    const meaning = read(match.groups ?? {}, clock)
    if (meaning) best = { end, meaning }
  }
  return best
}
