import type { Dataset, Field, Ontology } from '@quipu/query'
import { eventMoment } from '../lexicon/event-moment.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords, rawWords } from '../lexicon/name-words.ts'
import type { Frame, SpanUnit } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { singular } from '../words/word-forms.ts'
import { inOneLine } from '../words/plain-text.ts'
import type { ReadHead } from './clause-reading.ts'
import { spanSlot } from './from-to.ts'

/**
 * The mean time between two moments of a row: "average hours until a ticket gets its first response", "how many days from filing
 * to settling a claim on average, per reason, this year". One end alone ends the time that begins with the row. The groups and
 * the period around it are read as those of a count of the rows.
 */
export function readElapsed(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const asked = askedIn(inOneLine(question).replace(/[?.!]+$/, ''))
  if (asked === null) return null
  const [only, ...others] = asked.to === '' ? ahead(ontology) : spansOf(asked, ontology)
  if (only === undefined || others.length > 0) return null
  const { dataset, from, to } = only
  const frame = readHead(`how many ${dataset.label} ${asked.rest}`.trim())
  const [count, ...more] = frame?.measures ?? []
  if (frame === null || more.length > 0 || count?.kind !== 'count' || count.dataset !== dataset.name)
    return null
  if (frame.rank !== null || frame.share !== null || frame.against !== null) return null
  const span = spanSlot(
    { home: dataset, from: { dataset, field: from }, to: { dataset, field: to } },
    asked.unit,
  )
  return { ...frame, measures: [span] }
}

interface Asked {
  readonly unit: SpanUnit
  /** The words for the first moment. Null: the beginning of the row. */
  readonly from: string | null
  readonly to: string
  /** Groups and periods around it. */
  readonly rest: string
}

const units = 'minutes?|hours?|days?|weeks?|months?|years?'
const opening = new RegExp(
  String.raw`^(?:(?:what(?:'s| is| was)?|show|give me|tell me|the|our|please) )*(?:(?:how (?:long|quickly|fast|soon|far))|(?:how many (${units}))|(?:(?:average|avg|mean|typical) (?:number of )?(?:(${units})|time))|(?:number of (${units}))|(${units}))(?=[ ,])`,
  'i',
)
const onAverage =
  /,? (?:on average|on the average|in the mean|typically|usually|, average)(?= |,|$)|, (?:average|mean)$/gi
const inUnit = new RegExp(String.raw`,? (?:counted |measured )?in (?:whole )?(${units})(?= |,|$)`, 'i')
const period = String.raw`(?:so far )?(?:this|last|in|since|during|over|for|of) (?:the )?(?:last |past )?(?:\d+ )?(?:year|month|week|quarter|years|months|weeks|days|january|february|march|april|may|june|july|august|september|october|november|december|20\d\d)(?: 20\d\d)?(?: so far)?`
const group = String.raw`(?:per|by|for each|for every|split by|broken down by) (?:\p{L}+)(?: (?!this|last|in|since|per|by|until|from|between)\p{L}+)?`
const asides = new RegExp(String.raw`(?:^|,? )(${period}|${group})(?=,| |$)`, 'iu')

function askedIn(text: string): Asked | null {
  const rest: string[] = []
  let body = text.replaceAll(onAverage, '')
  const unitSaid = inUnit.exec(body)
  if (unitSaid !== null) body = body.replace(unitSaid[0], '')
  // Groups and periods, wherever they stand.
  for (let found = asides.exec(body); found !== null; found = asides.exec(body)) {
    rest.push(found[1] ?? '')
    body = `${body.slice(0, found.index)} ${body.slice(found.index + found[0].length)}`
      .replaceAll(/\s+/g, ' ')
      .replace(/^[ ,:]+|[ ,:]+$/g, '')
  }
  const open = opening.exec(body)
  if (open === null) return null
  const unit = unitOf(unitSaid?.[1] ?? open.slice(1).find((one) => one !== undefined) ?? 'day')
  const ends = endsOf(body.slice(open[0].length).replaceAll(/,/g, '').trim())
  return ends === null ? null : { unit, ...ends, rest: rest.toSorted(groupsFirst).join(' ') }
}

function groupsFirst(one: string, other: string): number {
  const isGroup = (text: string): number =>
    /^(?:per|by|for each|for every|split|broken)/i.test(text) ? 0 : 1
  return isGroup(one) - isGroup(other)
}

function unitOf(word: string): SpanUnit {
  // Safe: the pattern matches only units.
  return word.toLowerCase().replace(/s$/, '') as SpanUnit
}

const betweenTwo =
  /^(?:(?:do|does|did|are|is|was|were|passes|pass|it takes?|does it take) )*(?:from|between) (?:the )?(.+?) (?:to|until|till|and) (?:the |an? |its |their )?(.+)$/i
const untilOne =
  /^(?:(?:it takes?|needed|do we need|does it take|do we take|are needed|we need|go by|pass|passes) )*(?:us )?(?:until|till|before|to|for) (?:we |they |us to )?(.+)$/i

const booked =
  /^(?:far )?(?:ahead|in advance|beforehand)(?: of time)? (?:do|does|did|are|is|were|was) (?:(?:the|our) )?(?:\p{L}+ )?(?:book|booked|reserve|reserved|made)$/iu

function endsOf(body: string): Pick<Asked, 'from' | 'to'> | null {
  if (booked.test(body)) return { from: null, to: '' }
  const two = betweenTwo.exec(body)
  if (two !== null) return { from: two[1] ?? '', to: two[2] ?? '' }
  const one = untilOne.exec(body)
  return one === null ? null : { from: null, to: one[1] ?? '' }
}

interface Found {
  readonly dataset: Dataset
  readonly from: Field
  readonly to: Field
}

function spansOf({ from, to }: Asked, ontology: Ontology): readonly Found[] {
  const open = ontology.datasets.filter(({ isHidden }) => !isHidden)
  const words = [...contentOf(from ?? ''), ...contentOf(to)]
  // "a ticket", "of an invoice": whose time it is.
  const named = open.filter(({ label }) => {
    const last = nameWords(label).at(-1) ?? ''
    return words.some((word) => singular(word) === last)
  })
  const found = open.flatMap((dataset) => {
    const own = new Set(nameWords(dataset.label))
    const ends = momentsIn(dataset, to, own)
    const starts =
      from === null
        ? [beginOf(dataset)]
        : momentsIn(dataset, from, own).length > 0
          ? momentsIn(dataset, from, own)
          : saysBegin(from, own)
            ? [beginOf(dataset)]
            : []
    return starts.flatMap((start) =>
      ends.flatMap((end) => (start === null || start === end ? [] : [{ dataset, from: start, to: end }])),
    )
  })
  const own = found.filter(({ dataset }) => named.includes(dataset))
  return own.length > 0 ? own : named.length > 0 && from === null ? [] : found
}

/** From the day on which a booking was made to the one that it is for, where the rows are bookings. */
function ahead(ontology: Ontology): readonly Found[] {
  return ontology.datasets.flatMap((dataset) => {
    if (dataset.isHidden || !/\b(?:booking|reservation|appointment)s?$/i.test(dataset.label)) return []
    const whole = visible(dataset).filter((field) => isMoment(field) && field.statistics.nulls === 0)
    const [from, ...made] = whole.filter(({ label }) =>
      /^(?:made|booked|created|reserved|taken)(?: (?:on|at))?$/i.test(label),
    )
    const [to, ...held] = whole.filter(
      ({ label }) =>
        / for$/i.test(label) || /\b(?:arriv|start|begin|appointment|visit|stay|check in)/i.test(label),
    )
    return from === undefined || to === undefined || made.length > 0 || held.length > 0
      ? []
      : [{ dataset, from, to }]
  })
}

const small = new Set(
  'the a an its their his her our my of on to in at for it is are was be been being get gets got getting has have had gone goes us we one does'.split(
    ' ',
  ),
)

function contentOf(text: string): readonly string[] {
  return rawWords(text.toLowerCase()).filter((word) => !small.has(word))
}

const ofTime = new Set('date time day at on timestamp datetime when moment was is utc actual'.split(' '))

/** The moments of the rows whose name has all of these words, apart from those for the rows themselves. */
function momentsIn(dataset: Dataset, text: string, own: ReadonlySet<string>): readonly Field[] {
  const said = contentOf(text)
  const open = visible(dataset).filter(isMoment)
  const meant = (words: readonly string[]): readonly Field[] =>
    words.length === 0
      ? []
      : open.filter((field) => {
          const names = rawWords(field.label).filter((word) => !ofTime.has(word))
          return names.length > 0 && words.every((word) => names.some((name) => isAkin(word, name)))
        })
  const whole = meant(said)
  if (whole.length > 0) return whole
  const rest = said.filter((word) => !own.has(singular(word)))
  return rest.length === said.length ? [] : meant(rest)
}

/** "from creation", "from opening", "from the ticket": the beginning of the rows. */
function saysBegin(text: string, own: ReadonlySet<string>): boolean {
  const words = contentOf(text).filter((word) => !own.has(singular(word)))
  return words.every((word) => begins.has(word))
}

const begins = new Set(
  'creation created create opening opened open start beginning receipt received receiving submission submitted registration registered entry entering booking order ordering report reporting request filing issue'.split(
    ' ',
  ),
)

const isPlan =
  /\b(?:due|promised|expected|planned|required|estimated|target|deadline|updated|modified|changed|until)\b/i

/** The moment that every row has and that comes first: when it came about. */
function beginOf(dataset: Dataset): Field | null {
  const whole = visible(dataset).filter(
    (field) => isMoment(field) && field.statistics.nulls === 0 && !isPlan.test(field.label),
  )
  const own = eventMoment(dataset)
  if (own !== null && whole.includes(own)) return own
  const made = whole.filter(({ label }) =>
    /\b(?:creat|open|receiv|report|order|request|regist|submi)/i.test(label),
  )
  const [only, ...more] = made.length > 0 ? made : whole
  return only === undefined || more.length > 0 ? null : only
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['receipt', 'receive'],
  ['reply', 'replied'],
  ['response', 'respond'],
  ['sale', 'sold'],
  ['payment', 'paid'],
  ['pay', 'paid'],
])

/** settled, settling, settlement; delivery, delivered. */
function isAkin(word: string, name: string): boolean {
  const stems = new Set([...stemsOf(name), ...stemsOf(irregular.get(name) ?? name)])
  return [...stemsOf(word), ...stemsOf(irregular.get(word) ?? word)].some((stem) => stems.has(stem))
}
