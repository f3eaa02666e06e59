import type { Statement } from '../../model/observation.ts'
import type { Box, Span } from '../../model/span.ts'

/** A part of the text of a page, and where it stands in the picture of the page. */
export interface PlacedText {
  readonly start: number
  readonly end: number
  readonly box: Box
}

/** A value over more lines is a text of its own: nobody looks for its rectangles. */
const mostBoxes = 8

/** These statements, with the boxes of each value that stands in a text of which the places are known. `pages` count from 1. */
export function withBoxes(
  statements: readonly Statement[],
  pages: readonly (readonly PlacedText[])[],
): readonly Statement[] {
  const placed = (span: Span): Span => {
    if (span.kind !== 'text' && span.kind !== 'page') return span
    const boxes = boxesOf(span, pages[span.kind === 'page' ? span.page - 1 : 0] ?? [])
    return boxes.length === 0 || boxes.length > mostBoxes ? span : { ...span, boxes }
  }
  return statements.map((statement) => ({
    ...statement,
    spans: Object.fromEntries(Object.entries(statement.spans).map(([field, span]) => [field, placed(span)])),
  }))
}

/** One box for each line. */
function boxesOf({ start, end }: { start: number; end: number }, texts: readonly PlacedText[]): Box[] {
  const lines: Box[] = []
  for (const text of texts) {
    if (text.end <= start || text.start >= end) continue
    const box = partOf(text, Math.max(start, text.start), Math.min(end, text.end))
    const last = lines.at(-1)
    if (last !== undefined && isOnLine(last, box)) lines[lines.length - 1] = around(last, box)
    else lines.push(box)
  }
  return lines.map(([left, top, width, height]) => [
    rounded(left),
    rounded(top),
    rounded(width),
    rounded(height),
  ])
}

/** Letters are taken to be equally wide. */
function partOf({ start, end, box }: PlacedText, from: number, to: number): Box {
  const [left, top, width, height] = box
  const letter = width / (end - start)
  return [left + letter * (from - start), top, letter * (to - from), height]
}

function isOnLine([, top, , height]: Box, [, other]: Box): boolean {
  return Math.abs(top - other) < height / 2
}

function around(a: Box, b: Box): Box {
  const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
  const right = Math.max(a[0] + a[2], b[0] + b[2])
  const bottom = Math.max(a[1] + a[3], b[1] + b[3])
  return [left, top, right - left, bottom - top]
}

function rounded(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000
}
