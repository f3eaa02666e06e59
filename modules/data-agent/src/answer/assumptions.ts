import type { JoinPlan } from '@quipu/query'
import type { QueryJson, Reading } from '@quipu/reading'
import type { ShownAssumption } from './answer.ts'

const nearConfidence = 0.85
const nearMargin = 0.1

/** The best reading of another meaning. */
export function rivalOf(chosen: Reading, readings: readonly Reading[]): Reading | null {
  return readings.find((reading) => reading !== chosen && reading.restatement !== chosen.restatement) ?? null
}

/** Other meanings that were nearly chosen: another reading, and other joins. */
export function nearReadings(
  chosen: Reading,
  second: Reading | null,
  joins: JoinPlan | null,
  write: (reading: Reading) => QueryJson,
): readonly ShownAssumption[] {
  const found: ShownAssumption[] = []
  if (
    second !== null &&
    second.restatement !== '' &&
    second.confidence >= nearConfidence * chosen.confidence
  ) {
    found.push({
      about: 'meaning of the question',
      says: `Read as: ${chosen.restatement}. It could also mean: ${second.restatement}.`,
      changesNumbers: true,
      isEstimated: true,
      instead: write(second),
    })
  }
  const [taken, other] = joins?.alternatives ?? []
  if (joins !== null && joins.margin < nearMargin && taken !== undefined && other !== undefined) {
    found.push({
      about: 'how the data is connected',
      says: `Connected by ${taken}; ${other} would be possible too.`,
      changesNumbers: true,
    })
  }
  return found
}
