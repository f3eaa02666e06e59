/** A run of letters of a PDF page. The last two numbers of its matrix are its start, from the lower left. */
export interface TextRun {
  readonly str: string
  readonly width: number
  readonly height: number
  readonly transform: readonly number[]
}

/** The lines of a page as a person sees them: from top to bottom, with columns aligned in the text. */
export function layOut(runs: readonly TextRun[]): string {
  const placed = runs.filter(({ str }) => str.trim() !== '').map(placedRun)
  const margin = placed.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY)
  const lines: PlacedRun[][] = []
  for (const run of placed.toSorted((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const line = lines.at(-1)
    if (line !== undefined && isOnLine(line[0]!, run)) line.push(run)
    else lines.push([run])
  }
  return lines.map((line) => lineText(line, margin)).join('\n')
}

interface PlacedRun {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly size: number
}

/** The width of one character in points. */
const letterWidth = 4.5
const maxColumn = 250

function placedRun({ str, width, height, transform }: TextRun): PlacedRun {
  const left = transform[4] ?? 0
  const size = Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || height || 10
  return { text: str.trim(), left, right: left + width, bottom: transform[5] ?? 0, size }
}

function isOnLine(first: PlacedRun, run: PlacedRun): boolean {
  return Math.abs(first.bottom - run.bottom) <= Math.min(first.size, run.size) * 0.45
}

function lineText(runs: readonly PlacedRun[], margin: number): string {
  let text = ''
  let right = Number.NEGATIVE_INFINITY
  for (const run of runs.toSorted((a, b) => a.left - b.left)) {
    const gap = run.left - right
    const column = Math.min(maxColumn, Math.max(0, Math.round((run.left - margin) / letterWidth)))
    if (text === '') text = ' '.repeat(column)
    else if (gap > run.size * 1.2) text = `${text}   `.padEnd(column)
    else if (gap > run.size * 0.12) text += ' '
    text += run.text
    right = run.right
  }
  return text
}
