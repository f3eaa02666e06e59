import { inZone, type Dataset, type Ontology } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { notDead } from '../business/not-dead.ts'
import { goneStates } from '../business/state-words.ts'
import { takenSpanOf } from '../metrics/taken-span.ts'
import { missedStates } from '../metrics/not-sold.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { ReadHead } from './clause-reading.ts'

const form =
  /^\W*(?<asked>how many |which |what |list |show(?: me)? )?(?:all |the |our )*(?:upcoming|forthcoming|future|coming) (?<rows>\p{L}+(?: \p{L}+)?) (?<rest>(?:do not have|don't have|have no|has no|have|has|without|with no|with)\b.+?)\W*$/iu

/** "upcoming bookings without a deposit": the rows are to come, and not what they lack. */
export function readUpcoming(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const { asked = 'which ', rows, rest } = form.exec(question)?.groups ?? {}
  const frame = rows === undefined ? null : readHead(`${asked}${rows} ${rest}`)
  const home = frame === null ? null : homeIn(frame, ontology)
  if (
    frame === null ||
    home === null ||
    frame.time !== null ||
    frame.isTimeInside ||
    frame.filters.length === 0
  )
    return null
  const begin = takenSpanOf(home, ontology)?.begin ?? eventMoment(home)
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  if (begin === null || String(begin.statistics.max ?? '').slice(0, 10) <= today) return null
  const called = and(notDead(home, ontology, [...goneStates, ...missedStates]))
  return {
    ...frame,
    filters: [
      ...frame.filters,
      ...(called === null ? [] : [{ key: 'of not called off', condition: called }]),
    ],
    time: { start: today, end: null },
    moment: fieldOf(home, begin),
  }
}

function homeIn({ subject, measures, rank, groups }: Frame, { datasets }: Ontology): Dataset | null {
  const [slot, ...more] = measures
  if (rank !== null || groups.length > 0 || more.length > 0) return null
  const name = slot === undefined ? subject : slot.kind === 'count' ? slot.dataset : null
  return datasets.find((each) => each.name === name) ?? null
}
