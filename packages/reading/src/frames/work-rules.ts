import type { Metric } from '@quipu/query'
import { and } from '../interpret/builder.ts'
import { deadStates } from '../metrics/not-sold.ts'
import { hoursWorked, wagesPaid } from '../metrics/work-metrics.ts'
import {
  asBusiness,
  measured,
  mentionsOf,
  metricSlot,
  staffOf,
  type Asked,
  type Measured,
} from './measured.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { notDead } from '../business/not-dead.ts'
import { related } from './states.ts'

/** "who worked the most hours", "how many hours did our people work at client sites": the hours of all rows of work. */
export function hoursOfStaff(asked: Asked): Measured | null {
  const { scan, things, metric, ontology } = asked
  const worked = metric(hoursWorked)
  const verbs = mentionsOf(scan, 'verb')
  // "work at" is said of a place of work too.
  const states = mentionsOf(scan, 'state').filter(({ state }) => state === 'employed')
  const isWork = (verbs.length > 0 && verbs.every(({ verb }) => verb === 'work')) || states.length > 0
  const staff = staffOf(ontology)
  if (worked === null || !isWork || staff === null || scan.isAverage || scan.isShare) return null
  const fields = mentionsOf(scan, 'field').filter(({ text }) => /^(?:hours?|hrs)$/i.test(text))
  // Where hours are what is sold, they have two names.
  const home = homeOf(worked.name, ontology)
  const named = mentionsOf(scan, 'metric').filter(
    (one) =>
      one.metric === worked ||
      (/^(?:hours?|hrs)$/i.test(one.text) && homeOf(one.metric.name, ontology) === home),
  )
  const used = [...verbs, ...states, ...fields, ...named]
  if (scan.rank !== null) {
    const isOther = things.some(({ dataset }) => dataset !== staff) || scan.rank.by !== 'most'
    const isSaid = scan.asks[0] === 'who' || things.length > 0
    return isOther || !isSaid ? null : asBusiness(measured([metricSlot(worked)], staff, used))
  }
  if (scan.long !== 'hour' && named.length === 0) return null
  const rows = rowsOf(asked, worked)
  return rows === null ? null : asBusiness(measured([metricSlot(worked)], null, [...used, ...rows]))
}

/** "who is working tomorrow": those with a row of work in this period that was not called off. */
export function whoWorks({ scan, things, metric, ontology }: Asked): Measured | null {
  const worked = metric(hoursWorked)
  const staff = staffOf(ontology)
  const verbs = mentionsOf(scan, 'verb')
  const [time, ...more] = mentionsOf(scan, 'time')
  const name = worked === null ? null : homeOf(worked.name, ontology)
  const rows = ontology.datasets.find((each) => each.name === name)
  const range = time?.time.range ?? null
  if (rows === undefined || staff === null || time === undefined || more.length > 0 || range === null)
    return null
  const isOther = things.length > 0 || scan.mentions.length !== verbs.length + 1 || scan.rank !== null
  const isWork = verbs.length === 1 && verbs[0]?.verb === 'work' && verbs[0].mode === 'plain'
  const moment = momentOf(rows.name, ontology)
  if (isOther || !isWork || scan.asks[0] !== 'who' || moment === null) return null
  const inside = and([
    { kind: 'during', of: moment, start: range.start, end: range.end },
    ...notDead(rows, ontology, [
      ...deadStates,
      'sick',
      'absent',
      'no show',
      'no-show',
      'holiday',
      'vacation',
      'leave',
    ]),
  ])
  const found = measured([], staff, [...verbs, time])
  return asBusiness({
    ...found,
    filters: [{ key: `works ${rows.name}`, condition: related(staff, rows, inside) }],
  })
}

/** "what did the visits cost us in wages": the wages of the rows of work, which each have a visit. */
export function wagesOfWork(asked: Asked): Measured | null {
  const { scan, metric } = asked
  const wages = metric(wagesPaid)
  const verbs = mentionsOf(scan, 'verb')
  const named = mentionsOf(scan, 'metric')
  const isPaid = verbs.every(({ verb }) => verb === 'cost' || verb === 'spend' || verb === 'pay')
  if (wages === null || !isPaid || scan.rank !== null) return null
  // "what did the hours cost us" asks for the wages: hours have no other cost.
  const isNamed =
    named.length === 1 && (named[0]?.metric === wages || isOfHours(named[0]?.metric.name, verbs))
  const isHours = named.length === 0 && isOfHours(hoursIn(asked, wages), verbs)
  if (!isNamed && !isHours) return null
  const rows = scan.isAverage || scan.isShare ? null : rowsOf(asked, wages)
  return rows === null ? null : asBusiness(measured([metricSlot(wages)], null, [...named, ...verbs, ...rows]))
}

function isOfHours(name: string | undefined, verbs: readonly { readonly verb: string }[]): boolean {
  return name === hoursWorked && verbs.some(({ verb }) => verb === 'cost')
}

/** The name of the hours, where the only thing that is named is their rows. */
function hoursIn({ things, ontology }: Asked, { name }: Metric): string | undefined {
  const [only, ...more] = things
  const isRows = only !== undefined && more.length === 0 && only.dataset.name === homeOf(name, ontology)
  return isRows && /\bhours?$/i.test(only.text) ? hoursWorked : undefined
}

/** The things that each row of work has anyway. Null if one of them is another thing. */
function rowsOf({ things, ontology }: Asked, { name }: Metric): Asked['things'] | null {
  const home = homeOf(name, ontology)
  const isOfRows = things.every(
    ({ dataset }) => home !== null && (dataset.name === home || reachesOne(home, dataset.name, ontology)),
  )
  return isOfRows ? things.filter(({ isEach }) => !isEach) : null
}
