export type TokenKind = 'word' | 'text' | 'comment' | 'mark'

/** `value` is the word, the mark, the comment's source, or what a string literal says. */
export type Token = { kind: TokenKind; value: string; line: number }

/**
 * Splits TypeScript into words, string literals, comments and marks: enough to tell an import from a sentence about
 * imports. A string ends at its line's end, so that an apostrophe in JSX text costs one line and not the file.
 */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const templateDepths: number[] = []
  let braces = 0
  let position = 0
  let line = 1

  const push = (kind: TokenKind, length: number, value = source.slice(position, position + length)) => {
    tokens.push({ kind, value, line })
    skip(length)
  }
  const skip = (length: number) => {
    for (const character of source.slice(position, position + length)) if (character === '\n') line += 1
    position += length
  }
  const pushTemplatePart = () => {
    const part = matchAt(templatePart, source, position)
    push('text', part.length, part.slice(1).replace(/(`|\$\{)$/, ''))
    if (part.endsWith('${')) templateDepths.push(braces)
  }

  while (position < source.length) {
    const character = source.charAt(position)
    const comment = matchAt(commentPattern, source, position)
    if (comment) push('comment', comment.length)
    else if (/\s/.test(character)) skip(1)
    else if (character === "'" || character === '"') {
      const text = matchAt(character === "'" ? singleQuoted : doubleQuoted, source, position)
      push('text', text.length, text.slice(1).replace(/['"]$/, ''))
    } else if (character === '`') pushTemplatePart()
    else if (character === '}' && templateDepths.at(-1) === braces) {
      templateDepths.pop()
      pushTemplatePart()
    } else if (character === '/' && mayStartRegex(tokens)) {
      push('text', Math.max(1, matchAt(regexPattern, source, position).length), '')
    } else if (/[\p{ID_Start}$_#]/u.test(character))
      push('word', matchAt(wordPattern, source, position).length)
    else if (/\d/.test(character)) push('mark', matchAt(numberPattern, source, position).length)
    else {
      if (character === '{') braces += 1
      if (character === '}') braces -= 1
      push('mark', matchAt(markPattern, source, position).length || 1)
    }
  }
  return tokens
}

/** Tokens without comments, which may stand anywhere. */
export function codeOf(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ kind }) => kind !== 'comment')
}

const commentPattern = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|^#![^\n]*/y
const singleQuoted = /'(?:\\[\s\S]|[^'\\\n])*'?/y
const doubleQuoted = /"(?:\\[\s\S]|[^"\\\n])*"?/y
const templatePart = /[`}](?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y
const regexPattern = /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const wordPattern = /#?[\p{ID_Continue}$]+/uy
const numberPattern = /[\d][\w.]*/y
const markPattern = /=>|\?\.|\.\.\./y

function matchAt(pattern: RegExp, source: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(source)?.[0] ?? ''
}

/** After a value a slash divides; elsewhere it opens a regular expression. */
function mayStartRegex(tokens: readonly Token[]): boolean {
  const last = tokens.findLast(({ kind }) => kind !== 'comment')
  if (!last) return true
  if (last.kind === 'word') return wordsBeforeValue.has(last.value)
  if (last.kind === 'text') return false
  return !/^[\d)\]}]/.test(last.value)
}

const wordsBeforeValue = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'await',
  'yield',
  'else',
  'do',
  'throw',
])
