import type { JoinPlan } from '@quipu/query'
import type { QueryJson, Reading } from '@quipu/reading'
import type { ShownAssumption } from './answer.ts'

const nearConfidence = 0.85
const nearMargin = 0.1

/** Other meanings that were nearly chosen: other readings, and other joins. */
export function nearReadings(
  chosen: Reading,
  readings: readonly Reading[],
  joins: JoinPlan | null,
  write: (reading: Reading) => QueryJson,
): readonly ShownAssumption[] {
  const second = readings.find((reading) => reading !== chosen && reading.restatement !== chosen.restatement)
  const found: ShownAssumption[] = []
  if (
    second !== undefined &&
    second.restatement !== '' &&
    second.confidence >= nearConfidence * chosen.confidence
  ) {
    found.push({
      about: 'meaning of the question',
      says: `Read as: ${chosen.restatement}. It could also mean: ${second.restatement}.`,
      changesNumbers: true,
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
