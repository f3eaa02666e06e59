import { inSmallLetters } from '../words/plain-text.ts'
import { inZone, type Dataset, type Field, type Ontology } from '@quipu/query'
import { eventMoment } from '../lexicon/event-moment.ts'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { childrenOf, parentsOf } from '../metrics/field-finder.ts'
import { emptyFrame, type Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { singular } from '../words/word-forms.ts'
import { timedWords } from './clause-time.ts'
import { heldOnly } from './held-rows.ts'
import { staffOf } from './measured.ts'
import { readMostLinked } from './most-linked.ts'

const actions =
  '(?:did|does|do|has done|have done|performed|performs|carried out|carries out|handled|handles|took|takes|gave|gives|ran|runs|led|leads|made|makes|completed|completes|had|has had|has|got|gets)'
const forms: readonly RegExp[] = [
  // "who did the most surgeries this year"
  new RegExp(
    String.raw`^who(?: has| have)? (?<action>${actions}) the (?<rank>most|fewest|least) (?<what>.+)$`,
  ),
  // "who was off sick the most this year"
  /^who (?:was|is|has been|were|got|gets|has|is being|calls? in|called in|phoned in)(?: (?:off|out|away|on))? (?<state>\p{L}+(?: (?!the\b)\p{L}+)?) (?:the )?(?<rank>most|least)(?: often)?(?<when>(?: .+)?)$/u,
]

/** "who did the most surgeries this year": the people of the rows of this kind or in this state, by their number. */
export function readDidMost(question: string, ontology: Ontology, context: ReadingContext): Frame | null {
  const linked = readMostLinked(question, ontology, context)
  if (linked !== null) {
    const day = inZone(context.now, context.timeZone).slice(0, 10)
    return heldOnly(
      linked,
      { question, ontology, today: day },
      /\b(?:did|does|done|completed)\b/i.test(question),
    )
  }
  const text = inSmallLetters(question)
  const {
    action,
    rank,
    what,
    state,
    when = '',
  } = forms.map((form) => form.exec(text)?.groups).find((one) => one !== undefined) ?? {}
  const timed = timedWords(what ?? `${state}${when}`, false, ontology, context)
  if (rank === undefined || timed === null) return null
  const found = rowsCalled(timed.words, ontology)
  if (found === null) return null
  const { rows, of, field, value, people } = found
  // What somebody has or gets is not what they do.
  const isDone = action !== undefined && !/^(?:had|has had|has|got|gets)$/.test(action)
  const moment = eventMoment(rows)
  if (moment === null || (people !== staffOf(ontology) && isDone)) return null
  const frame: Frame = {
    ...emptyFrame,
    measures: [{ kind: 'count', dataset: rows.name }],
    groups: [{ kind: 'thing', dataset: people.name }],
    filters: [
      { key: `${of.name}.${field.name}`, condition: compare(fieldOf(of, field), '=', literal(value)) },
    ],
    time: timed.time,
    moment: fieldOf(rows, moment),
    rank: { direction: rank === 'most' ? 'desc' : 'asc', limit: 1, isAlone: true },
    notes: [
      {
        about: 'what counts',
        says: `What counts are ${rows.label} whose ${field.label} is ${value}.`,
        changesNumbers: false,
      },
    ],
  }
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  return heldOnly(frame, { question, ontology, today }, isDone)
}

interface Called {
  readonly rows: Dataset
  /** Whose field says the kind: the rows themselves, or what they refer to. */
  readonly of: Dataset
  readonly field: Field
  readonly value: string
  readonly people: Dataset
}

/** The dated rows of people that have this value, or else those that refer to what has it. Null where several do. */
function rowsCalled(words: string, ontology: Ontology): Called | null {
  const said = words.replace(/^(?:the|our|of the) /, '')
  const places = [...ontology.values.exact(said), ...ontology.values.exact(singular(said))]
  const all = places.flatMap(({ dataset: name, field: called, value }) => {
    const of = ontology.datasets.find((each) => each.name === name)
    const field = of === undefined ? undefined : visible(of).find((each) => each.name === called)
    if (of === undefined || field === undefined || isPeople(of)) return []
    return [of, ...childrenOf(of, ontology)].flatMap((rows): readonly Called[] => {
      const people = visible(rows).some(isMoment) ? peopleOf(rows, ontology) : null
      return people === null ? [] : [{ rows, of, field, value, people }]
    })
  })
  const unique = [
    ...new Map(all.map((one) => [`${one.rows.name} ${one.of.name} ${one.field.name}`, one])).values(),
  ]
  const own = unique.filter(({ rows, of }) => rows === of)
  const [only, ...more] = own.length > 0 ? own : unique
  return only === undefined || more.length > 0 ? null : only
}

/** Those who work here, or else the only people that the rows name. */
function peopleOf(rows: Dataset, ontology: Ontology): Dataset | null {
  const parents = parentsOf(rows, ontology)
  const staff = staffOf(ontology)
  if (staff !== null && parents.includes(staff)) return staff
  const [only, ...more] = parents.filter(isPeople)
  return only === undefined || more.length > 0 ? null : only
}
