import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { readingOf } from '../frames/read-frame.ts'
import type { Plan } from '../plan/plan.ts'
import { renewed } from './renewed.ts'

const profit =
  /\b(?:(?:net |total |our |overall )?profits?|earnings|bottom line)\b(?! (?:margins?|share|sharing))/i
/** Each names something else beside the profit, or another kind of it. */
const other = /\b(?:gross|margin|revenue|sales|turnover|spending|expenses|costs?|most|least|per|by|each)\b/i

/**
 * "what was our profit last year", where no cost of what is sold is known and spending is: what came in less what was spent, each in its
 * own rows. One figure of a period, or of two. The answer says so.
 */
export function readProfit(question: string, ontology: Ontology, read: (main: string) => Plan): Plan | null {
  const { metric, metricNamed } = businessOf(ontology)
  const [revenue, spending] = [metric('revenue'), metric('spending')]
  if (revenue === null || spending === null || metricNamed('profit') !== null) return null
  if (!profit.test(question) || other.test(question)) return null
  const plan = read(question.replace(profit, 'total revenue'))
  if (plan.status !== 'readings') return null
  const [first] = plan.readings
  const { frame } = first
  const home = homeOf(spending.name, ontology)
  const moment = home === null ? null : momentOf(home, ontology)
  const [slot, ...more] = frame?.measures ?? []
  if (frame === undefined || slot?.kind !== 'metric' || slot.name !== revenue.name || more.length > 0)
    return null
  const isWhole =
    frame.groups.length === 0 && frame.filters.length === 0 && frame.rank === null && frame.share === null
  if (!isWhole || home === null || (frame.time !== null && moment === null)) return null
  const less = { name: spending.name, moment, isLess: true }
  const whole = { ...frame, together: [...(frame.together ?? []), less] }
  const made = readingOf(whole, question, ontology)
  if (made === null) return null
  const says = `Profit is read as ${revenue.label} less ${spending.label}: ${spending.description ?? spending.label}.`
  const note = { about: 'meaning of profit', says, changesNumbers: true }
  const reading = renewed({ ...first, frame: whole }, made.query, [note], ontology)
  return reading === null ? null : { status: 'readings', readings: [reading] }
}
