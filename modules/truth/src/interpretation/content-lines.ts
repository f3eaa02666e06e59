import type { Span } from '../model/span.ts'
import { textSpan } from './statement/statements.ts'

/** One property of a calendar or an address book, unfolded. */
export interface ContentLine {
  readonly name: string
  readonly parameters: ReadonlyMap<string, readonly string[]>
  /** As written, after unfolding and decoding, before escapes are resolved. */
  readonly value: string
  /** The property in the text, with its name and its folds. */
  readonly span: Span
}

export interface Component {
  readonly name: string
  readonly lines: readonly ContentLine[]
  readonly components: readonly Component[]
}

/** All components of a text. One that is never closed ends with the text; lines outside of components are left out. */
export function parseComponents(text: string): readonly Component[] {
  const root = { name: '', lines: [] as ContentLine[], components: [] as Component[] }
  const open = [root]
  for (const line of contentLines(text)) {
    const top = open.at(-1) ?? root
    const kind = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN' && open.length < maxDepth) {
      const component = { name: kind, lines: [], components: [] }
      top.components.push(component)
      open.push(component)
    } else if (line.name === 'END') {
      const index = open.findLastIndex(({ name }) => name === kind)
      if (index > 0) open.length = index
    } else top.lines.push(line)
  }
  return root.components
}

/** `\n`, `\,`, `\;` and `\\`. */
export function unescapeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark))
}

/** Parts of a structured value, such as a name. An escaped semicolon is not a separator. */
export function splitValue(value: string, separator: ';' | ','): readonly string[] {
  const parts = ['']
  for (let index = 0; index < value.length; index += 1) {
    const mark = value[index]!
    if (mark === separator) parts.push('')
    else {
      const length = mark === '\\' ? 2 : 1
      parts[parts.length - 1] += value.slice(index, index + length)
      index += length - 1
    }
  }
  return parts.map(unescapeText)
}

const maxDepth = 20

function contentLines(text: string): readonly ContentLine[] {
  const found: ContentLine[] = []
  const ends = /\r\n|\n|\r|$/g
  let start = 0
  while (start < text.length) {
    const { end, next, unfolded } = logicalLine(text, start, ends)
    const line = contentLine(unfolded, textSpan(text, start, end))
    if (line !== undefined) found.push(line)
    start = next
  }
  return found
}

/** A line and its continuations: lines that begin with a space, or lines after a soft break of quoted-printable. */
function logicalLine(text: string, start: number, ends: RegExp) {
  let unfolded = ''
  let from = start
  for (;;) {
    ends.lastIndex = from
    const mark = ends.exec(text)!
    const next = mark.index + mark[0].length
    unfolded += text.slice(from, mark.index)
    if (next >= text.length) return { end: mark.index, next: text.length + 1, unfolded }
    if (/^[ \t]/.test(text[next]!)) from = next + 1
    else if (unfolded.endsWith('=') && isQuotedPrintable(unfolded)) {
      unfolded = unfolded.slice(0, -1)
      from = next
    } else return { end: mark.index, next, unfolded }
  }
}

function contentLine(line: string, span: Span): ContentLine | undefined {
  const head = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)/.exec(line)
  if (head === null) return undefined
  const parameters = new Map<string, readonly string[]>()
  const rest = /;\s*([A-Za-z0-9-]+)(?:=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*))?/y
  rest.lastIndex = head[0].length
  let end = rest.lastIndex
  for (let found = rest.exec(line); found !== null; found = rest.exec(line)) {
    end = rest.lastIndex
    const name = found[1]!.toUpperCase()
    // In vCard 2.1 a bare word is a type or an encoding.
    if (found[2] === undefined) parameters.set(bareEncodings.has(name) ? 'ENCODING' : 'TYPE', [name])
    else
      parameters.set(
        name,
        (found[2].match(/"[^"]*"|[^,]+/g) ?? []).map((one) => one.replace(/^"|"$/g, '')),
      )
  }
  const colon = line.indexOf(':', end)
  if (colon < 0) return undefined
  const raw = line.slice(colon + 1)
  const isEncoded = /^(?:Q|QUOTED-PRINTABLE)$/i.test(parameters.get('ENCODING')?.[0] ?? '')
  const value = isEncoded ? decodeQuotedPrintable(raw, parameters.get('CHARSET')?.[0]) : raw
  return { name: head[1]!.toUpperCase(), parameters, value, span }
}

function isQuotedPrintable(line: string): boolean {
  return /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)
}

function decodeQuotedPrintable(value: string, charset = 'utf-8'): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  )
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const bareEncodings = new Set(['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT'])
