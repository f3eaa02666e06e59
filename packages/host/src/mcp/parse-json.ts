import { code, RpcError } from './protocol.ts'

const deepest = 128

/** Parses JSON that someone else wrote. Refuses nesting that would exhaust the stack of whoever walks it later. */
export function parseJson(text: string): unknown {
  if (text.length > deepest * 2 && isTooDeep(text)) {
    throw new RpcError(code.parseError, `Parse error: nested more than ${deepest} levels deep`, {
      status: 400,
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcError(code.parseError, 'Parse error: the body is not valid JSON', { status: 400 })
  }
}

function isTooDeep(text: string): boolean {
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
