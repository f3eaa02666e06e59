import { readFileSync } from 'node:fs'

/** What `collect-signals.ts` writes of each question. */
export interface SignalLine {
  readonly db: string
  /** `unseen`: read before anything was mended for it. `mended`: known since. `public`: the academic set. */
  readonly set: 'unseen' | 'mended' | 'public'
  /** Something is sold in the database. */
  readonly isTrade: boolean
  readonly isAnswered: boolean
  readonly isRight: boolean
  /** Something warns of the answer that no estimate decides. */
  readonly isWarned: boolean
  /** Of the reading. Null where no estimate was made. */
  readonly signals: Readonly<Record<string, number>> | null
  /** Before the rows. */
  readonly confidence: number
  /** The signals of the rows. */
  readonly result: Readonly<Record<string, number>>
}

/** A line whose reading has an estimate. */
export interface EstimatedLine extends SignalLine {
  readonly signals: Readonly<Record<string, number>>
}

export function readSignalLines(files: readonly string[]): readonly SignalLine[] {
  return (
    files
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => line !== '')
      // Written by collect-signals.ts.
      .map((line) => JSON.parse(line) as SignalLine)
  )
}

export function isEstimated(line: SignalLine): line is EstimatedLine {
  return line.signals !== null
}
