import { inSmallLetters } from '../words/plain-text.ts'
import { days, inZone, type Condition, type Dataset, type Field, type Ontology } from '@quipu/query'
import { isFree } from './free-things.ts'
import { endMoment } from '../business/end-moment.ts'
import { field as fieldOf } from '../interpret/builder.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { isLasting } from '../metrics/plans.ts'
import { stateField } from '../metrics/not-sold.ts'
import { inStates } from '../business/not-dead.ts'
import { takenDuring, takingOf, type Taken } from '../business/taken-spans.ts'
import type { TakenSpan } from '../metrics/taken-span.ts'
import type { Frame, Note } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { ReadHead } from './clause-reading.ts'
import { ofKind } from './kind-heads.ts'
import { findTimes } from '../time/find-times.ts'
import { stateMeaning } from './states.ts'

const letting = '(?:hire|rent|rental|loan|lease)'
const free = String.raw`(?:free|available|vacant|empty|unoccupied|unlet|unbooked|not (?:yet )?(?:taken|occupied|in use|booked|let|rented|reserved|out))`
const taken = String.raw`(?:taken|here|in[ -]house|(?:staying|boarding)(?: with us| here)?|occupied|in use|booked(?: out| up)?|(?:let|rented|hired|lent|loaned|leased)(?: out)?|reserved|(?:out )?on ${letting}|out(?: (?:with|to) (?:a |our |the )?(?:customers?|clients?|hirers?|guests?))?)`
const tail = '(?: (?:left|still))?(?:,? (.*))?'
const asking = '(?:which|what|how many|list|show(?: me)?|list all|any)'
const ours = '(?:of (?:our|the|my) |our |the |my )?'
const being = String.raw`(?:is|are|will be|were|was|have we(?: got)?|do we have|have i got|do i have|stand|stands|sit|'s|'re)`

const forms: readonly RegExp[] = [
  // "which log cabins are free tonight", "how many bikes do we have available right now"
  new RegExp(
    String.raw`^(${asking}) ${ours}(.+?) ${being}(?: (?:still|currently|now|there|actually))? (?:(?<free>${free})|(?<taken>${taken}))${tail}$`,
  ),
  // "free pitches this weekend", "how many free rooms do we have tomorrow"
  new RegExp(
    String.raw`^(?:(${asking}) )?(?:(?<free>${free})|(?<taken>${taken})) (.+?)(?: (?:are there|do we have|have we(?: got)?))?(?:,? (${String.raw`(?:right now|now|at the moment|at present|currently|to-?night|to-?day|to-?morrow|this|next|on|in|for|from|over|between)\b.*`}))?$`,
  ),
  // "do we have any canoes free on friday"
  new RegExp(
    String.raw`^(do we have|have we got|is there|are there|are|is) (?:still )?(?:any|an|a) (?:of our )?(.+?) (?:(?<free>${free})|(?<taken>${taken}))${tail}$`,
  ),
]

interface Asked {
  readonly head: string
  readonly isCount: boolean
  readonly isFree: boolean
  readonly when: string
}

function carve(question: string): Asked | null {
  const text = inSmallLetters(question)
  for (const [at, form] of forms.entries()) {
    const found = form.exec(text)
    if (found === null) continue
    const [asked, head, when] = at === 1 ? [found[1], found[4], found[5]] : [found[1], found[2], found[5]]
    if (head === undefined || /\b(?:who|that|which|and|or|not|never)\b/.test(head)) continue
    return { head, when: when ?? '', isFree: found.groups?.free !== undefined, isCount: asked === 'how many' }
  }
  return null
}

const now = /^(?:right now|just now|now|at the moment|at present|at this moment|currently|(?:as )?of now)?$/

const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** The period that is asked for: this very moment where none is named. Null where its words are not understood. */
export function takenTime(words: string, ontology: Ontology, context: ReadingContext): Taken | null {
  const moment = inZone(context.now, context.timeZone).slice(0, 19)
  const today = moment.slice(0, 10)
  const said = words.replace(/^(?:for|on) (?=(?:to|this|next))/, '').replace(/^to-(?=night|day|morrow)/, 'to')
  if (now.test(said)) return { time: { start: moment, end: moment }, isNow: true }
  if (/^(?:tonight|this evening)$/.test(said))
    return { time: { start: `${today}T18:00:00`, end: days.add(today, 1, 'day') }, isNow: false }
  const weekday = weekdays.indexOf(/^(?:on |this |coming |this coming )?(\p{L}+day)$/u.exec(said)?.[1] ?? '')
  if (weekday >= 0) {
    const ahead = (weekday + 7 - new Date(`${today}T12:00:00Z`).getUTCDay()) % 7
    const day = days.add(today, ahead, 'day')
    return { time: { start: day, end: days.add(day, 1, 'day') }, isNow: false }
  }
  const [time, ...more] = findTimes(said, { ...context, calendar: ontology.calendar })
  const { start = null, end = null } = time?.range ?? {}
  if (time === undefined || more.length > 0 || start === null || end === null) return null
  if (!/^(?:on|for|in|over|at|)$/.test(`${said.slice(0, time.start)}${said.slice(time.end)}`.trim()))
    return null
  if (end.slice(0, 10) > today) return { time: { start: start < today ? today : start, end }, isNow: false }
  // "on 24 december" is the next one; what is over is asked for in other words.
  if (time.isAmbiguous !== 'which-year') return null
  return { time: { start: days.add(start, 1, 'year'), end: days.add(end, 1, 'year') }, isNow: false }
}

/** "which cabins are free tonight", "how many bikes are out on hire right now": things that no booking, or some booking, takes at this time. */
export function readTaken(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const asked = carve(question)
  const time = asked === null ? null : takenTime(asked.when, ontology, context)
  if (asked === null || time === null) return null
  const frame =
    ofKind(asked.head, asked.isCount, ontology, (thing) => takingOf(thing, ontology) !== null) ??
    readHead(`${asked.isCount ? 'how many' : 'which'} ${asked.head}`)
  const thing = frame === null ? null : thingOf(frame, ontology)
  if (frame === null || thing === null) return null
  const meaning = meaningOf(thing, asked.isFree, time, ontology, context)
  if (meaning === null) return null
  return {
    ...frame,
    filters: [
      ...frame.filters,
      { key: asked.isFree ? 'state free' : 'state out', condition: meaning.condition },
    ],
    notes: [...frame.notes, ...meaning.notes],
  }
}

/** The only things that are listed or counted, without a period or a figure of their own. */
export function thingOf(
  { subject, measures, time, rank, share, against }: Frame,
  { datasets }: Ontology,
): Dataset | null {
  const [slot, ...more] = measures
  if (time !== null || rank !== null || share !== null || against !== null || more.length > 0) return null
  const name = slot === undefined ? subject : slot.kind === 'count' ? slot.dataset : null
  return datasets.find((each) => each.name === name) ?? null
}

interface Meaning {
  readonly condition: Condition
  readonly notes: readonly Note[]
}

function meaningOf(
  thing: Dataset,
  isAskedFree: boolean,
  time: Taken,
  ontology: Ontology,
  context: ReadingContext,
): Meaning | null {
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  // A state of its own says how it is now, and nothing of later days.
  const own = time.isNow ? ownState(thing, isAskedFree, ontology) : null
  if (own !== null) return { condition: own, notes: [] }
  const taking = takingOf(thing, ontology)
  if (taking === null) {
    const known = time.isNow ? stateMeaning(isAskedFree ? 'free' : 'out', thing, ontology, today) : null
    const { condition = null, note = null } = known ?? {}
    if (condition === null) return null
    return {
      condition: { kind: 'and', of: [condition, ...(isAskedFree ? stillThere(thing, ontology) : [])] },
      notes: note === null || note.says === '' ? [] : [note],
    }
  }
  const isTaken = takenDuring(thing, taking, time, ontology)
  const condition: Condition = isAskedFree
    ? { kind: 'and', of: [{ kind: 'not', of: isTaken }, ...stillThere(thing, ontology)] }
    : isTaken
  return { condition, notes: [takenNote(taking.span, isAskedFree ? 'free' : 'taken')] }
}

/** What was sold or closed, or belongs to what was, is not free. */
export function stillThere(thing: Dataset, ontology: Ontology): readonly Condition[] {
  const places = parentsOf(thing, ontology).filter((each) => !isPeople(each) && !isLasting(each))
  return [thing, ...places].flatMap((each): readonly Condition[] => {
    const end = endMoment(each) ?? endBeside(each)
    return end === null ? [] : [{ kind: 'null', of: fieldOf(each, end) }]
  })
}

/** `let by us to` beside `let by us from`. */
function endBeside(dataset: Dataset): Field | null {
  const times = visible(dataset).filter(isMoment)
  const last = / (?:to|until|till)$/i
  const isFrom = (label: string, other: string): boolean =>
    / from$/i.test(other) &&
    other.replace(/ from$/i, '').toLowerCase() === label.replace(last, '').toLowerCase()
  return (
    times.find(
      ({ label, statistics }) =>
        last.test(label) && statistics.nulls > 0 && times.some((other) => isFrom(label, other.label)),
    ) ?? null
  )
}

const outStates =
  'out, on hire, hired, hired out, on rent, rented, rented out, let, lent, on loan, loaned, occupied, in use, taken'.split(
    ', ',
  )

/** By a status of the thing, or by who has it. `in` is free where others are `out`. */
function ownState(thing: Dataset, isAskedFree: boolean, ontology: Ontology): Condition | null {
  const out = stateField(thing, outStates, ontology)
  if (!isAskedFree) return out === null ? null : inStates(out)
  const known = isFree(thing, ontology)
  const here = known === null && out !== null ? stateField(thing, ['in', 'in stock', 'here'], ontology) : null
  return here !== null && here.field === out?.field ? inStates(here) : known
}

/** Says by which days a thing is taken, with a warning where the last of them may count or not. */
export function takenNote({ dataset, begin, end, back, endsBefore }: TakenSpan, word: string): Note {
  const until = back === null ? end.label : `${back.label}, or else ${end.label}`
  const last = endsBefore ? '' : ` That last day counts as taken.`
  const says = `“${word}” goes by ${dataset.label} from ${begin.label} to ${until}.${last}`
  return { about: `meaning of ${word}`, says, changesNumbers: !endsBefore && back === null }
}
