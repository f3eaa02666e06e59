import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { eventsOf } from '../metrics/occupancy.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "How many people came to class last month": the attendance, where people book events. On average it is that of one event. */
export function attendanceAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const text = tokens.map(({ lower }) => lower).join(' ')
  const found = cameTo.exec(text)
  const { event } = (found === null ? null : eventsOf(ontology)) ?? {}
  if (found === null || event === undefined || businessOf(ontology).metricNamed('attendance') === null)
    return []
  const { lead = '', to = '', thing = '', mean = '' } = found.groups ?? {}
  const [noun] = nameWords(thing.split(' ').at(-1) ?? '')
  const isEvent = noun !== undefined && (nameWords(event.label).includes(noun) || general.has(noun))
  if (to !== '' && !isEvent) return []
  const from = lead === '' ? 0 : lead.trim().split(' ').length
  const isMean =
    mean !== '' || /\bon average\b|\baverage\b/.test(text) || /\b(?:a|an|each|every|per)\b/.test(thing)
  const isEach = /\b(?:each|every)\b/.test(thing) && mean === '' && !/\baverage\b/.test(text)
  const name = isEach ? `attendance per ${event.label}` : isMean ? 'average attendance' : 'attendance'
  const words = found[0].slice(lead.length).trim().split(' ').length
  return [{ from, to: from + words, name, changesNumbers: false }]
}

const cameTo =
  /^(?<lead>(?:and |so )?)how many (?:people|persons|visitors|guests|participants|attendees) (?:do |did |have )?(?:we get |we have |come|came|attend|attended|show up|showed up|turn up|turned up|go|went|are there|were there|were|join|joined)(?<to> (?:to|at|in|for))?(?<thing> (?:(?:a|an|the|our|each|every|one|per) )?\p{L}+)?(?<mean> on average)?(?= |$)/u

/** Whatever events are called. */
const general: ReadonlySet<string> = new Set([
  'event',
  'class',
  'session',
  'course',
  'show',
  'tasting',
  'workshop',
])
