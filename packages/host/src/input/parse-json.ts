import { MalformedBody } from './malformed-body.ts'

const deepest = 128
/** From here on looking at the text first is worth its while: parsing what is nested a million deep takes a second. */
const longText = 4096

/** Parses JSON that someone else wrote. Refuses nesting that would exhaust the stack of whoever walks it later. */
export function parseJson(text: string): unknown {
  if (text.length > longText && isTextDeeper(text)) throw tooDeep()
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

function isTextDeeper(text: string): boolean {
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
      if (depth > deepest) return true
    } else if (char === closeBrace || char === closeBracket) depth -= 1
  }
  return false
}

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125
