import { cardinals, multipliers, ordinals } from './number-words.ts'
import { suffixAfter, type Read } from './read.ts'

const word = /([\p{L}]+)(?:[\s-]+|$|(?=[^\p{L}]))/uy
const pronoun = /(?:which|this|that|the|each|every|no|any|another|only|some|other)\s+$/
const parts: ReadonlyMap<string, number> = new Map(
  Object.entries({
    half: 1 / 2,
    third: 1 / 3,
    quarter: 1 / 4,
    fourth: 1 / 4,
    fifth: 1 / 5,
    tenth: 1 / 10,
  }),
)
const loose: ReadonlyMap<string, number> = new Map(Object.entries({ couple: 2, few: 3, several: 3 }))
const bare = { currency: null, isApproximate: false, confidence: 1, scale: 1, kind: 'number' } as const

/** "twenty five", "a dozen", "two thirds", "a couple", "third" at a position. */
export function readWords(text: string, at: number): Read | null {
  return readFraction(text, at) ?? readLoose(text, at) ?? readOrdinal(text, at) ?? readCardinal(text, at)
}

interface Word {
  readonly word: string
  /** Where the word ends and where the next one starts. */
  readonly end: number
  readonly next: number
}

function wordAt(text: string, at: number): Word | null {
  word.lastIndex = at
  const match = word.exec(text)
  return match && { word: match[1] ?? '', end: at + (match[1] ?? '').length, next: word.lastIndex }
}

function readFraction(text: string, at: number): Read | null {
  const first = wordAt(text, at)
  if (!first) return null
  const isArticle = first.word === 'a' || first.word === 'an'
  const count = isArticle ? 1 : (cardinals.get(first.word) ?? (first.word === 'half' ? 1 : null))
  if (count === null) return null
  const second = first.word === 'half' ? first : wordAt(text, first.next)
  const part = second && parts.get(second.word.replace(/s$/, ''))
  if (!second || part === undefined || part === null) return null
  // "a third" and "two quarters" may be an ordinal or three months. Only "… of" is surely a fraction.
  const isOf = /^\s+of(?![\p{L}])/u.test(text.slice(second.end))
  if (!isOf && first.word !== 'half') return null
  if (/^\s+of\s+(?:\d{4}|last|this|next|the\s+year)/.test(text.slice(second.end))) return null
  return { ...bare, kind: 'fraction', value: count * part, end: second.end, confidence: isOf ? 0.95 : 0.7 }
}

function readLoose(text: string, at: number): Read | null {
  const first = wordAt(text, at)
  const second = first && (first.word === 'a' ? wordAt(text, first.next) : first)
  if (!second) return null
  if (second.word === 'dozen' && first?.word === 'a') return { ...bare, value: 12, end: second.end }
  const value = loose.get(second.word)
  return value === undefined
    ? null
    : { ...bare, value, end: second.end, isApproximate: true, confidence: 0.7 }
}

function readCardinal(text: string, at: number): Read | null {
  let total = 0
  let group = 0
  let end = at
  let count = 0
  let scale = 1
  const first = wordAt(text, at)
  const isArticle =
    first !== null && /^an?$/.test(first.word) && multipliers.has(wordAt(text, first.next)?.word ?? '')
  for (let next = isArticle ? wordAt(text, first.next) : first; next; next = wordAt(text, next.next)) {
    const value = cardinals.get(next.word)
    const times = next.word.length > 2 || next.word === 'bn' ? multipliers.get(next.word) : undefined
    if (next.word === 'and' && count > 0 && scale > 1 && cardinals.has(wordAt(text, next.next)?.word ?? ''))
      continue
    if (value !== undefined && (group % 100 === 0 || (group % 10 === 0 && value < 10 && group % 100 >= 20)))
      group += value
    else if (times !== undefined && (count > 0 || isArticle)) {
      scale = times
      if (times < 1000) group = (group || 1) * times
      else [total, group] = [total + (group || 1) * times, 0]
    } else break
    count++
    end = next.end
  }
  if (count === 0) return null
  const value = total + group
  const suffix = suffixAfter(text, end)
  // "the one with" refers to something; "one" before a noun counts.
  const confidence =
    count === 1 && value === 1 && pronoun.test(text.slice(0, at)) ? 0.1 : value === 1 ? 0.6 : 1
  return {
    ...bare,
    value,
    scale,
    confidence,
    end: suffix?.end ?? end,
    kind: suffix?.kind ?? 'number',
    currency: suffix?.currency ?? null,
  }
}

function readOrdinal(text: string, at: number): Read | null {
  const first = wordAt(text, at)
  if (!first) return null
  const value = ordinals.get(first.word)
  if (value !== undefined) {
    return {
      ...bare,
      kind: 'ordinal',
      value,
      end: first.end,
      confidence: /^(?:first|second)$/.test(first.word) ? 0.8 : 1,
    }
  }
  const tens = cardinals.get(first.word)
  const second = tens !== undefined && tens >= 20 ? wordAt(text, first.next) : null
  const units = second ? ordinals.get(second.word) : undefined
  return second && units !== undefined && units < 10
    ? { ...bare, kind: 'ordinal', value: (tens ?? 0) + units, end: second.end }
    : null
}
