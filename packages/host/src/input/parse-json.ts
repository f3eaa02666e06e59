import { MalformedBody } from './malformed-body.ts'

const deepest = 128
/** Parsing 300,000 names of one object takes a third of a second; the largest that anyone needs has 10,000. */
const mostNames = 20_000
/** From this length on it pays to scan the text first: parsing a million levels of nesting takes a second. */
const longText = 4096

/**
 * Parses JSON of an untrusted source. Refuses nesting that would overflow the stack of later code, and objects that
 * take too long to build.
 */
export function parseJson(text: string): unknown {
  if (text.length > longText) refuseCostly(text)
  const value = parsed(text)
  if (text.length <= longText && isValueDeeper(value, deepest)) throw tooDeep()
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedBody('Parse error: the body is not valid JSON')
  }
}

function tooWide(): MalformedBody {
  return new MalformedBody(`Parse error: more than ${mostNames} names in one object`)
}

function tooDeep(): MalformedBody {
  return new MalformedBody(`Parse error: nested more than ${deepest} levels deep`)
}

function isValueDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  for (const key in value) {
    // `value` has no other keys than those that JSON gave it.
    if (isValueDeeper((value as Record<string, unknown>)[key], levels - 1)) return true
  }
  return false
}

function refuseCostly(text: string): void {
  /** By depth. */
  const names = new Uint32Array(deepest + 1)
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (isInString) {
      if (char === backslash) at += 1
      else if (char === quote) isInString = false
    } else if (char === quote) isInString = true
    else if (char === openBrace || char === openBracket) {
      depth += 1
      if (depth > deepest) throw tooDeep()
      names[depth] = 0
    } else if (char === closeBrace || char === closeBracket) depth -= 1
    else if (char === colon) {
      // Text that is not JSON may close more than it opened; the parser refuses it.
      const count = (names[depth] ?? 0) + 1
      if (count > mostNames) throw tooWide()
      names[depth] = count
    }
  }
}

const quote = 34
const colon = 58
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125
