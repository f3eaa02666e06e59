import { readDigits } from './digits.ts'
import type { NumberMention, Span } from './number-mention.ts'
import { readWords } from './spelled.ts'
import type { Read } from './read.ts'

const wordStart = /(?<![\p{L}\p{N}_]|[\p{N}][.,:])[\p{L}\p{N}$€£¥]|(?<=^|[\s(<>=])[-−.](?=[\d$€£¥])/gu
const about = /(?:about|around|approximately|roughly|nearly|almost|some|circa|~)\s*$/
const joint = /\s*(?:-|–|—|to|and|through)\s*/uy

/** Entry point: finds every number in a question, left to right, without overlaps. `taken` are spans to skip, such as dates. */
export function findNumbers(question: string, taken: readonly Span[] = []): readonly NumberMention[] {
  const text = question.toLowerCase().length === question.length ? question.toLowerCase() : question
  const found: NumberMention[] = []
  let after = 0
  for (const { index } of text.matchAll(wordStart)) {
    if (index < after || taken.some(({ start, end }) => index >= start && index < end)) continue
    const first = readAt(text, index)
    if (!first) continue
    const range = readRange(text, index, first, taken)
    const end = range?.end ?? first.end
    const { end: _, ...read } = range ? joined(first, range) : first
    found.push({
      ...read,
      start: index,
      end,
      words: question.slice(index, end),
      upTo: range ? range.value : null,
      isApproximate: first.isApproximate || about.test(text.slice(0, index)),
    })
    after = end
  }
  return found
}

function readAt(text: string, at: number): Read | null {
  return readDigits(text, at) ?? readWords(text, at)
}

/** "and" makes a range only after "between". */
function readRange(text: string, start: number, first: Read, taken: readonly Span[]): Read | null {
  if (first.kind === 'ordinal' || first.kind === 'fraction') return null
  joint.lastIndex = first.end
  const match = joint.exec(text)
  if (!match || taken.some(({ start: from }) => from >= first.end && from <= joint.lastIndex)) return null
  if (/and/.test(match[0]) && !/between\s*$/.test(text.slice(0, start))) return null
  const second = readAt(text, joint.lastIndex)
  if (!second || second.kind === 'ordinal' || second.kind === 'fraction') return null
  return second.value >= first.value * (second.scale > first.scale ? second.scale / first.scale : 1) ||
    /and|to/.test(match[0])
    ? second
    : null
}

/** "$10 to 20", "10-20 %", "5 to 10 million": the unit of one end applies to both. */
function joined(first: Read, second: Read): Read {
  const kind = first.kind === 'number' ? second.kind : first.kind
  const isShared = second.scale > 1 && first.scale === 1 && first.value * second.scale <= second.value
  return {
    ...first,
    kind,
    currency: first.currency ?? second.currency,
    value: isShared ? first.value * second.scale : first.value,
  }
}
