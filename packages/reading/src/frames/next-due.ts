import { thingOf } from './taken-things.ts'
import { inSmallLetters } from '../words/plain-text.ts'
import { inZone, type Condition, type Dataset, type Field, type Ontology } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { endMoment } from '../business/end-moment.ts'
import { notDead } from '../business/not-dead.ts'
import { reachesOne } from '../business/nearest.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { Frame, TimeSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { singular } from '../words/word-forms.ts'
import type { ReadHead } from './clause-reading.ts'
import { ofKind } from './kind-heads.ts'
import { buyerOf } from './measured.ts'
import { related } from './states.ts'
import { takenTime } from './taken-things.ts'

const asked = '(?:(?<many>how many)|which|what|list(?: all)?|show(?: me)?|who)'
const form = new RegExp(
  String.raw`^${asked}(?: (?:of (?:our|the|my) |our |the )?(?<head>.+?))?(?: that| who)?(?: (?:are|is))?(?: (?:now|currently|already))? (?<state>overdue|late|due|needs?)(?: for)?(?: an?| the| their| its| his| her| another)?(?: next)?(?: (?<rest>.+))?$`,
)

/** "which pets are due for a vaccination next month", "how many boilers are overdue": by the latest of the rows that say when the next one is due. */
export function readNextDue(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inSmallLetters(question)
  const { many, head, state = '', rest = '' } = form.exec(text)?.groups ?? {}
  if (state === '' || /\b(?:and|or|not|never|when)\b/.test(`${head} ${rest}`)) return null
  const isOver = state === 'overdue' || state === 'late'
  const cut = cutOf(rest, ontology, context)
  if (cut === null || (isOver ? cut.time !== null : cut.time === null)) return null
  const buyer = head === undefined ? buyerOf(ontology) : null
  if (head === undefined && (buyer === null || !text.startsWith('who'))) return null
  const frame =
    ofKind(
      head ?? '',
      many !== undefined,
      ontology,
      (thing) => rowsFor(thing, cut.what, ontology) !== null,
    ) ?? readHead(`${many === undefined ? 'which' : 'how many'} ${head ?? buyer?.label ?? ''}`)
  const owner = frame === null ? null : thingOf(frame, ontology)
  const due = owner === null ? null : rowsFor(owner, cut.what, ontology)
  if (frame === null || owner === null || due === null) return null
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const time = cut.time ?? { start: null, end: today }
  const within = (slot: TimeSlot): Condition =>
    related(
      owner,
      due.rows,
      and([
        { kind: 'during', of: fieldOf(due.rows, due.next), start: slot.start, end: slot.end },
        ...(due.kind === null ? [] : [due.kind]),
        ...notDead(due.rows, ontology),
      ]),
    )
  const end = endMoment(owner)
  const says = `What counts is the latest “${due.next.label}” of ${due.rows.label} of each of the ${owner.label}.`
  return {
    ...frame,
    filters: [
      ...frame.filters,
      { key: 'state due', condition: within(time) },
      { key: 'state due later', condition: { kind: 'not', of: within({ start: time.end, end: null }) } },
      // Who has left is due for nothing.
      ...(end === null
        ? []
        : [{ key: `there ${owner.name}`, condition: { kind: 'null' as const, of: fieldOf(owner, end) } }]),
    ],
    notes: [...frame.notes, { about: 'what counts', says, changesNumbers: false }],
  }
}

/** What is due, and when. */
function cutOf(
  rest: string,
  ontology: Ontology,
  context: ReadingContext,
): { readonly what: string; readonly time: TimeSlot | null } | null {
  const words = rest.split(' ').filter((word) => word !== '')
  for (let at = 0; at < words.length; at++) {
    const taken = takenTime(words.slice(at).join(' '), ontology, context)
    if (taken !== null && !taken.isNow)
      return {
        what: words.slice(0, at).join(' '),
        time: { start: taken.time.start.slice(0, 10), end: taken.time.end.slice(0, 10) },
      }
  }
  return { what: words.join(' '), time: null }
}

interface Due {
  readonly rows: Dataset
  readonly next: Field
  /** That they are of the kind that is named. */
  readonly kind: Condition | null
}

/** The only rows of the thing that were done on one day and say when the next is due. */
function rowsFor(owner: Dataset, what: string, ontology: Ontology): Due | null {
  const found = ontology.datasets.flatMap((rows): readonly Due[] => {
    if (rows.isHidden || rows === owner || isPeople(rows) || !reachesOne(rows.name, owner.name, ontology))
      return []
    const times = visible(rows).filter(isMoment)
    const [next, ...more] = times.filter(({ label }) => /\bnext\b|\brecall\b|\bdue again\b/i.test(label))
    if (next === undefined || more.length > 0 || times.length < 2) return []
    const kind = kindOf(what, rows, ontology)
    return kind === undefined ? [] : [{ rows, next, kind }]
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

/** Null where the rows are called so, or nothing is named. Undefined where they are not of this kind. */
function kindOf(what: string, rows: Dataset, ontology: Ontology): Condition | null | undefined {
  const said = singular(what)
  const own = singular(rows.label.toLowerCase())
  if (what === '' || said === own || own.split(' ').includes(said)) return null
  const places = [rows, ...parentsOf(rows, ontology)]
  const found = [...ontology.values.exact(what), ...ontology.values.exact(said)].flatMap((one) => {
    const dataset = places.find(({ name }) => name === one.dataset)
    const field = dataset === undefined ? undefined : visible(dataset).find(({ name }) => name === one.field)
    return dataset === undefined || field === undefined || isPeople(dataset)
      ? []
      : [{ dataset, field, value: one.value }]
  })
  const [only] = found
  const isOne = new Set(found.map(({ dataset, field }) => `${dataset.name} ${field.name}`)).size === 1
  return only === undefined || !isOne
    ? undefined
    : compare(fieldOf(only.dataset, only.field), '=', literal(only.value))
}
