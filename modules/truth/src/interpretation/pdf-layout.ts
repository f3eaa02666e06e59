/** A run of letters of a PDF page. The last two numbers of its matrix are its start, from the lower left. */
export interface TextRun {
  readonly str: string
  readonly width: number
  readonly height: number
  readonly transform: readonly number[]
}

/** A run in the text of its page. `box` is left, bottom, right and top in points; none for letters that do not stand upright. */
export interface LaidOutRun {
  readonly start: number
  readonly end: number
  readonly box?: readonly [left: number, bottom: number, right: number, top: number] | undefined
}

export interface LaidOut {
  readonly text: string
  readonly runs: readonly LaidOutRun[]
}

/** The lines of a page as a person sees them: from top to bottom, with columns aligned in the text. */
export function layOut(runs: readonly TextRun[]): LaidOut {
  const placed = runs.filter(({ str }) => str.trim() !== '').map(placedRun)
  const margin = placed.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY)
  const lines: PlacedRun[][] = []
  for (const run of placed.toSorted((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const line = lines.at(-1)
    if (line !== undefined && isOnLine(line[0]!, run)) line.push(run)
    else lines.push([run])
  }
  const found: LaidOutRun[] = []
  let before = 0
  const texts = lines.map((line) => {
    const laid = lineText(line, margin)
    for (const run of laid.runs) found.push({ ...run, start: before + run.start, end: before + run.end })
    before += laid.text.length + 1
    return laid.text
  })
  return { text: texts.join('\n'), runs: found }
}

interface PlacedRun {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly size: number
  readonly box: LaidOutRun['box']
}

/** The width of one character in points. */
const letterWidth = 4.5
const maxColumn = 250

function placedRun({ str, width, height, transform }: TextRun): PlacedRun {
  const left = transform[4] ?? 0
  const size = Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || height || 10
  const bottom = transform[5] ?? 0
  return { text: str.trim(), left, right: left + width, bottom, size, box: boxOf() }

  /** Blanks at either end take their part of the width. */
  function boxOf(): LaidOutRun['box'] {
    if (transform[1] !== 0 || transform[2] !== 0) return undefined
    const letter = width / str.length
    const from = left + letter * (str.length - str.trimStart().length)
    return [from, bottom - size * 0.22, from + letter * str.trim().length, bottom + size * 0.9]
  }
}

function isOnLine(first: PlacedRun, run: PlacedRun): boolean {
  return Math.abs(first.bottom - run.bottom) <= Math.min(first.size, run.size) * 0.45
}

function lineText(runs: readonly PlacedRun[], margin: number): LaidOut {
  const laid: LaidOutRun[] = []
  let text = ''
  let right = Number.NEGATIVE_INFINITY
  for (const run of runs.toSorted((a, b) => a.left - b.left)) {
    const gap = run.left - right
    const column = Math.min(maxColumn, Math.max(0, Math.round((run.left - margin) / letterWidth)))
    if (text === '') text = ' '.repeat(column)
    else if (gap > run.size * 1.2) text = `${text}   `.padEnd(column)
    else if (gap > run.size * 0.12) text += ' '
    laid.push({ start: text.length, end: text.length + run.text.length, box: run.box })
    text += run.text
    right = run.right
  }
  return { text, runs: laid }
}
