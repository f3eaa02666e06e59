import { inZone, type TimeUnit } from '@quipu/query'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { earlierBy } from '../time/step-back.ts'

const unit = '(day|week|month|quarter|year)'
const asks = new RegExp(
  String.raw`^\W*(?:(?:and|now|then|please|can you) )*(?:how (?:does|did) (?:that|it|this) compare|compared?(?: (?:it|that|this|them|those))?)(?: (?:with|to|and|against|vs))? (?:the )?(?:same (?:day|week|month|quarter|period|time)(?: (?:of|in))?(?: the)? )?(?:(?:last|previous|prior) (?<last>year)|(?:previous|prior) ${unit.replace('(', '(?<previous>')}|${unit.replace('(', '(?<before>')} (?:before|earlier)|a (?<ago>year) (?:ago|before|earlier))(?: (?:that|please))?\W*$`,
  'iu',
)

/** "compare with last year" after one month: that month of both years. Null for other words, and where the period is longer. */
export function comparedWith(question: string, frame: Frame, context: ReadingContext): Frame | null {
  const said = asks.exec(question)?.groups
  const { time, against, moment, rank, share, isTimeInside } = frame
  if (said === undefined || time === null || moment === null || isTimeInside) return null
  if (against !== null || rank !== null || share !== null || frame.measures.length === 0) return null
  // Safe: the pattern matches only names of units.
  const by = (said['last'] ?? said['previous'] ?? said['before'] ?? said['ago'])?.toLowerCase() as TimeUnit
  const before = earlierBy(time, by)
  const year = Number(inZone(context.now, context.timeZone).slice(0, 4))
  // Last year is not compared with itself.
  const isItself = said['last'] !== undefined && time.start?.startsWith(String(year - 1)) === true
  return before === null || isItself ? null : { ...frame, against: before }
}
