import type { Dataset, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMeeting, isWork } from '../business/meetings.ts'
import { activityOf } from '../frames/ranked-thing.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import { plural } from '../words/word-forms.ts'

/** "on which weekday do most people order", "at what time of day do most customers come in": when there are the most of the rows that say so. */
export function withTimesOfMost(question: string, ontology: Ontology): string {
  return question
    .replace(mostHours, (all, time: string) =>
      isOfHours(ontology) ? `which ${partOf(time)} has the most hours worked` : all,
    )
    .replace(mostPeople, (all, time: string, first = '', verb: string, last = '') => {
      if (first === '' && last === '') return all
      const rows = rowsOf(verb.toLowerCase(), ontology)
      return rows === null ? all : `which ${partOf(time)} has the highest number of ${named(rows)}`
    })
}

const time =
  '(weekday|week day|day of the week|day of week|day|month of the year|month|quarter|season|hours? of the day|hour|time of (?:the )?day)'
const asked = String.raw`^\W*(?:(?:and|so) )?(?:(?:on|at|in|during) )?(?:which|what) ${time}`
const people =
  '(?:people|of our (?:customers|clients|guests)|customers|clients|guests|visitors|patients|members|donors|buyers)'
const mostPeople = new RegExp(
  String.raw`${asked} (?:do|did) (?:(most|the most) |our )?${people} (come in|come to us|come by|come|turn up|show up|visit(?: us)?|arrive|shop|buy|purchase|\p{L}{3,})(?: (?:from us|with us|something|things))?(?: (the most(?: often)?|most(?: often)?))?(?= (?:for|in|on|at|this|last|since) |\W*$)`,
  'iu',
)
const mostHours = new RegExp(
  String.raw`${asked} (?:do|did) (?:we|people|our (?:people|team|staff)|the (?:team|staff)|staff) (?:work|log|book|record|track|clock(?: up)?|put in|bill|spend)(?: the most(?: hours| time)?| most(?: hours)?)(?= (?:in|on|this|last|since) |\W*$)`,
  'iu',
)

function partOf(said: string): string {
  return /^(?:time|hour)/i.test(said)
    ? 'hour of the day'
    : said.replace(/^(?:week day|day of week|day)$/i, 'weekday')
}

function isOfHours({ metrics }: Ontology): boolean {
  return metrics.some(({ name }) => name === hoursWorked)
}

function named({ label }: Dataset): string {
  return /s$/i.test(label) ? label : plural(label)
}

/** The rows that come about when people do this. Null where it is not plain which ones these are. */
function rowsOf(verb: string, ontology: Ontology): Dataset | null {
  const shown = ontology.datasets.filter(
    (each) => !each.isHidden && !isPeople(each) && eventMoment(each) !== null,
  )
  const stems = stemsOf(verb.split(' ')[0] ?? '')
  const [own, ...others] = shown.filter(({ label }) =>
    nameWords(label).some((word) => [...stemsOf(word)].some((stem) => stems.has(stem))),
  )
  if (own !== undefined && others.length === 0) return own
  const { trade } = businessOf(ontology)
  if (/^(?:order|buy|purchase|shop)$/.test(verb)) return trade?.header ?? null
  if (!/^(?:come|turn|show|visit|arrive)/.test(verb)) return null
  const [meeting, ...more] = shown.filter((each) => isMeeting(each) && !isWork(each))
  if (meeting !== undefined) return more.length > 0 ? null : meeting
  return trade === null ? null : activityOf(trade.header, ontology)
}
