import { wordForms } from './word-forms.ts'

export interface Token {
  /** As written, without quotes around it. */
  readonly text: string
  readonly lower: string
  /** `lower`, and the base forms it may come from. */
  readonly forms: readonly string[]
  /** Character positions in the question, end excluded. */
  readonly start: number
  readonly end: number
  readonly kind: 'word' | 'number' | 'quoted' | 'punctuation'
  /** Starts with a capital, though it does not start the sentence. */
  readonly isCapital: boolean
}

const pieces = [
  String.raw`"([^"]+)"|[“”"„]([^“”"]+)[“”"]|‘([^’]+)’|` + '`([^`]+)`',
  String.raw`(?<![\p{L}\p{N}])['’]((?:[^'’]|['’](?=\p{L}))+)['’](?!\p{L})`,
  String.raw`(\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?(?![\p{L}\p{N}]))`,
  String.raw`([$€£]?\d+(?:,\d{3})+(?:\.\d+)?%?|[$€£]?\d*\.?\d+(?:st|nd|rd|th|k|bn)?%?(?![\p{L}\p{N}]|[.\-/]\p{L}|-\d))`,
  String.raw`((?:ca|wo|do|does|did|is|are|was|were|has|have|had|ca|could|would|should)n['’]t\b)`,
  String.raw`(['’]s?(?!\p{L}))`,
  String.raw`([\p{L}\p{N}_]+(?:[.\-/&+#@][\p{L}\p{N}_]+)*(?:['’](?!s\b|t\b)\p{L}+)*)`,
  String.raw`(>=|<=|!=|<>|[^\s])`,
]
const pattern = new RegExp(pieces.join('|'), 'giu')

/** Splits a question into tokens. Quoted text is one token. */
export function tokenize(question: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of question.matchAll(pattern)) {
    const quoted = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5]
    const end = match.index + match[0].length
    if (quoted !== undefined) {
      tokens.push(token(quoted.trim(), match.index, end, 'quoted', false))
      continue
    }
    const isNumber = match[6] !== undefined || match[7] !== undefined
    const kind = isNumber ? 'number' : match[11] !== undefined ? 'punctuation' : 'word'
    const begins = tokens.length === 0 || /^[.?!]$/.test(tokens.at(-1)?.text ?? '')
    tokens.push(token(match[0], match.index, end, kind, !begins && /^\p{Lu}/u.test(match[0])))
  }
  return tokens
}

function token(text: string, start: number, end: number, kind: Token['kind'], isCapital: boolean): Token {
  const lower = text.toLowerCase().replaceAll('’', "'")
  return { text, lower, forms: kind === 'word' ? wordForms(lower) : [lower], start, end, kind, isCapital }
}
