import type { Ontology } from '@quipu/query'
import { eachStream } from './business/business.ts'
import { askForReading, chosenReading } from './dialogue/reading-doubt.ts'
import { askedPlainly, isAllOf, isSoldElsewhere } from './frames/performance.ts'
import { readFrame } from './frames/read-frame.ts'
import type { Plan } from './plan/plan.ts'
import type { ReadingContext } from './plan/reading-context.ts'

/** "how is X doing": its revenue, if the data knows it. The answer says so. Asks which one where several streams have it. */
export function readAsPerformance(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): Plan | null {
  const plainly = askedPlainly(question)
  if (plainly === null) return null
  const found = eachStream(ontology).flatMap((view) => {
    const reading = readFrame(plainly.question, view, { ...context, previous: null })?.reading
    const isOfMoney =
      reading?.frame?.measures.some(({ kind }) => kind === 'metric') === true &&
      (plainly.thing === null || isAllOf(plainly.thing, reading.frame, ontology))
    return reading === undefined || !isOfMoney ? [] : [reading]
  })
  const readings = [...new Map(found.map((one) => [one.restatement, one])).values()]
  const [only, ...more] = readings
  if (only === undefined) return null
  const frames = readings.map(({ frame }) => frame)
  if (plainly.thing !== null && isSoldElsewhere(plainly.thing, frames, ontology)) return null
  const chosen = more.length === 0 ? only : chosenReading(readings, context)
  if (chosen === null) return askForReading(readings, plainly.note.says)
  return { status: 'readings', readings: [{ ...chosen, assumptions: [plainly.note, ...chosen.assumptions] }] }
}
