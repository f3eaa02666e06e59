import type { Json } from '@quipu/kit'
import type { Span } from './span.ts'
import { pageBreak } from './span.ts'

/** A part of the text of a source, and the position of a value in it. */
export interface ShownText {
  readonly text: string
  /** The number of characters before this part. */
  readonly before: number
  readonly after: number
  /** The page number, counted from 1, and the number of pages. */
  readonly page?: number | undefined
  readonly pages?: number | undefined
  /** The range in `text`, the end excluded. */
  readonly mark?: [start: number, end: number] | undefined
}

const mostLetters = 20_000

/**
 * The text of a source around a place in it. `json` marks a JSON document, which is pretty-printed.
 * Undefined if no text is kept.
 */
export function shownText(
  kept: string | null,
  isJson: boolean,
  span: Span | undefined,
): ShownText | undefined {
  if (kept === null || kept === '') return undefined
  const pages = kept.split(pageBreak)
  const page = pages.length > 1 ? (span?.kind === 'page' ? span.page : 1) : undefined
  const whole = page === undefined ? kept : (pages[page - 1] ?? '')
  const numbers = page === undefined ? {} : { page, pages: pages.length }
  if (isJson || span?.kind === 'json') {
    const printed = printedJson(whole, span?.kind === 'json' ? span : undefined)
    if (printed !== undefined) return { ...numbers, ...partOf(printed.text, printed.mark) }
  }
  return { ...numbers, ...partOf(whole, span === undefined ? undefined : placeIn(whole, span)) }
}

function partOf(text: string, mark: ShownText['mark']): ShownText {
  const from = Math.max(0, Math.min((mark?.[0] ?? 0) - mostLetters / 2, text.length - mostLetters))
  const part = text.slice(from, from + mostLetters)
  return {
    // A part may begin or end within a character.
    text: part.toWellFormed(),
    before: from,
    after: text.length - from - part.length,
    ...(mark === undefined ? {} : { mark: [mark[0] - from, Math.min(mark[1] - from, mostLetters)] }),
  }
}

/** Exact for places in texts. Any other value is marked only if it occurs once: otherwise the mark could be wrong. */
function placeIn(text: string, span: Span): ShownText['mark'] {
  if (span.kind === 'text' || span.kind === 'page')
    return text.slice(span.start, span.end).startsWith(span.text.replace(/…$/, ''))
      ? [span.start, span.end]
      : undefined
  const value = span.text.replace(/…$/, '')
  const at = value === '' ? -1 : text.indexOf(value)
  return at < 0 || text.includes(value, at + 1) ? undefined : [at, at + value.length]
}

/** A JSON document, or one line of JSON Lines, pretty-printed, with the value at the pointer marked. */
function printedJson(
  text: string,
  span: Extract<Span, { kind: 'json' }> | undefined,
): Pick<ShownText, 'text' | 'mark'> | undefined {
  const chosen = span?.line === undefined ? text : text.split('\n')[span.line - 1]
  let value: Json
  try {
    value = JSON.parse(chosen ?? '') as Json
  } catch {
    return undefined
  }
  let mark: ShownText['mark']
  let printed = ''
  const print = (one: Json, pointer: string, indent: string): void => {
    const start = printed.length
    const entries = Array.isArray(one)
      ? one.map((each, index) => [String(index), each] as const)
      : one !== null && typeof one === 'object'
        ? Object.entries(one)
        : undefined
    if (entries === undefined || entries.length === 0) printed += JSON.stringify(one)
    else {
      const [open, close] = Array.isArray(one) ? '[]' : '{}'
      printed += open
      for (const [index, [key, each]] of entries.entries()) {
        printed += `${index === 0 ? '' : ','}\n${indent}  ${Array.isArray(one) ? '' : `${JSON.stringify(key)}: `}`
        print(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, `${indent}  `)
      }
      printed += `\n${indent}${close}`
    }
    if (pointer === span?.pointer) mark = [start, printed.length]
  }
  print(value, '', '')
  return { text: printed, mark }
}
