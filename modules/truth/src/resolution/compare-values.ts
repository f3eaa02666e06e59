import type { Token, Value } from './column.ts'
import type { FieldKind } from './field-kind.ts'
import { countBits, editDistance, jaroWinkler } from './text-similarity.ts'

/** How far two values agree. A missing value is no evidence. */
export const Level = { missing: 0, exact: 1, close: 2, similar: 3, weak: 4, different: 5 } as const
export type Level = (typeof Level)[keyof typeof Level]

/** The best level of any two values of both lists. */
export function compareValues(kind: FieldKind, a: Value, b: Value): Level {
  if (a.others.length === 0 && b.others.length === 0) return compareTwo(kind, a, b)
  const levels = [a, ...a.others].flatMap((x) => [b, ...b.others].map((y) => compareTwo(kind, x, y)))
  // The minimum of levels is a level.
  return Math.min(...levels) as Level
}

/** The smaller value comes first, so that the level is the same from both sides. */
function compareTwo(kind: FieldKind, a: Value, b: Value): Level {
  return a.text <= b.text ? comparers[kind](a, b) : comparers[kind](b, a)
}

const comparers: Readonly<Record<FieldKind, (a: Value, b: Value) => Level>> = {
  name: compareNames,
  text: compareTexts,
  date: compareDates,
  number: compareNumbers,
  code: compareCodes,
  phone: comparePhones,
  email: compareEmails,
}

function compareNames(a: Value, b: Value): Level {
  const [x, y] = [a.compact, b.compact]
  if (x === y) return Level.exact
  const isPhrase = a.tokens.length > 1 || b.tokens.length > 1
  const longest = Math.max(x.length, y.length)
  const foreign = countBits(a.letters ^ b.letters) / 2
  const allowed = Math.min(6, Math.floor(longest * 0.35))
  let level: Level = Level.different
  if (foreign <= allowed && longest <= 64) {
    const edits = editDistance(x, y, allowed)
    if (edits <= (longest <= 3 ? 0 : longest <= 7 ? 1 : 2)) return Level.close
    if (edits <= allowed || (a.letters === b.letters && isScrambled(x, y))) level = Level.similar
  }
  if (isPhrase) level = Math.min(level, levelOf(softCosine(a, b), 0.85, 0.6, 0.35)) as Level
  if (level <= Level.similar) return level
  if (isBeginning(x, y)) return Level.similar
  const common = countBits(a.letters & b.letters) / Math.max(1, countBits(a.letters | b.letters))
  if (common < 0.4 || longest > 64) return level
  return Math.min(level, levelOf(jaroWinkler(x, y), 0.95, 0.88, 0.75)) as Level
}

function compareTexts(a: Value, b: Value): Level {
  if (a.compact === b.compact) return Level.exact
  return levelOf(softCosine(a, b), 0.85, 0.6, 0.35)
}

function compareDates(a: Value, b: Value): Level {
  if (a.compact === b.compact) return Level.exact
  if (a.day === undefined || b.day === undefined) return compareCodes(a, b)
  const [x, y] = [a.day, b.day]
  const isSameYear = x.slice(0, 4) === y.slice(0, 4)
  if (isSameYear && x.slice(4, 6) === y.slice(6) && x.slice(6) === y.slice(4, 6)) return Level.close
  if (editDistance(x, y, 1) <= 1) return Level.close
  if (x.slice(4) === y.slice(4) || Math.abs(daysOf(x) - daysOf(y)) <= 31) return Level.similar
  return editDistance(x, y, 2) <= 2 ? Level.weak : Level.different
}

function compareNumbers(a: Value, b: Value): Level {
  if (a.compact === b.compact || a.number === b.number) return Level.exact
  if (a.number === undefined || b.number === undefined) return Level.different
  const apart = Math.abs(a.number - b.number) / Math.max(Math.abs(a.number), Math.abs(b.number))
  if (apart <= 0.01) return Level.close
  return apart <= 0.1 ? Level.similar : apart <= 0.3 ? Level.weak : Level.different
}

function compareCodes(a: Value, b: Value): Level {
  const [x, y] = [a.compact, b.compact]
  if (x === y) return Level.exact
  const longest = Math.max(x.length, y.length)
  const limit = longest >= 6 ? 2 : 1
  if (longest > 64) return Level.different
  const edits = editDistance(x, y, limit)
  if (edits > limit) return isBeginning(x, y) ? Level.weak : Level.different
  return edits === 1 ? Level.close : Level.similar
}

function comparePhones(a: Value, b: Value): Level {
  const [x, y] = [a.compact, b.compact]
  if (x === y) return Level.exact
  const [short, long] = x.length < y.length ? [x, y] : [y, x]
  // The same number with and without its country or area.
  if (short.length >= 7 && long.endsWith(short)) return Level.close
  if (short.length >= 7 && editDistance(x, y, 1) <= 1) return Level.similar
  return short.length >= 7 && x.slice(-7) === y.slice(-7) ? Level.similar : Level.different
}

function compareEmails(a: Value, b: Value): Level {
  const [x, y] = [a.compact, b.compact]
  if (x === y) return Level.exact
  if (countBits(a.letters ^ b.letters) <= 6 && x.length <= 64 && editDistance(x, y, 2) <= 2)
    return Level.close
  const [localX = '', domainX = ''] = x.split('@')
  const [localY = '', domainY = ''] = y.split('@')
  if (localX === localY && localX.length >= 4) return Level.similar
  if (domainX !== domainY)
    return jaroWinkler(x.slice(0, 64), y.slice(0, 64)) >= 0.93 ? Level.weak : Level.different
  return jaroWinkler(localX.slice(0, 64), localY.slice(0, 64)) >= 0.8 ? Level.similar : Level.weak
}

/** TF-IDF cosine of the words. A misspelt word and an initial match the word. */
function softCosine(a: Value, b: Value): number {
  let cosine = 0
  const rest: Token[] = []
  const open = new Set(b.tokens)
  for (const token of a.tokens) {
    const same = b.tokens.find(({ word }) => word === token.word)
    if (same === undefined) rest.push(token)
    else {
      cosine += same.weight * token.weight
      open.delete(same)
    }
  }
  for (const token of rest) {
    for (const other of open) {
      const similarity = wordSimilarity(token, other)
      if (similarity === 0) continue
      cosine += similarity * token.weight * other.weight
      open.delete(other)
      break
    }
  }
  return Math.min(1, cosine)
}

function wordSimilarity(a: Token, b: Token): number {
  const [x, y] = [a.word, b.word]
  if (x.length === 1 || y.length === 1) return x[0] === y[0] ? 0.8 : 0
  const longest = Math.max(x.length, y.length)
  const limit = longest >= 8 ? 2 : 1
  if (longest < 4 || countBits(a.letters ^ b.letters) > 2 * limit) return 0
  return editDistance(x, y, limit) <= limit ? 0.9 : 0
}

function levelOf(similarity: number, close: number, similar: number, weak: number): Level {
  if (similarity >= close) return Level.close
  if (similarity >= similar) return Level.similar
  return similarity >= weak ? Level.weak : Level.different
}

/** An initial, or a name that was cut off. */
function isBeginning(x: string, y: string): boolean {
  const [short, long] = x.length < y.length ? [x, y] : [y, x]
  return (short.length === 1 || short.length >= 3) && long.startsWith(short)
}

function isScrambled(x: string, y: string): boolean {
  return x.length === y.length && x.length >= 4 && sortedLetters(x) === sortedLetters(y)
}

function sortedLetters(word: string): string {
  return Array.from(word).toSorted().join('')
}

function daysOf(day: string): number {
  return Number(day.slice(0, 4)) * 372 + Number(day.slice(4, 6)) * 31 + Number(day.slice(6))
}
