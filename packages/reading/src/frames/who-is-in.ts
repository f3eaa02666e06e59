import { inZone, type Condition, type Dataset, type FieldRef, type Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMoment, isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { isLasting } from '../metrics/plans.ts'
import { emptyFrame, type Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { ReadHead } from './clause-reading.ts'
import { stateMeaning } from './states.ts'
import { inSmallLetters } from '../words/plain-text.ts'

const notice =
  /^who(?:'s| has| have)?(?: all)? (?:handed in|given|put in|gave|handed|served)(?: in| us)?(?: their| his| her| a)? (?<what>\p{L}+)(?: to (?:quit|leave))?(?:,? and when (?:are|is|do|does|will) (?:they|he|she) (?:leav\w+|go\w*|mov\w+ out|finish\w*|out))?$/u
const living =
  /^who(?:'s| is| all)? (?:lives?|living|rents?|renting|resides?) (?:in|at|out of)? ?(?<where>.+)$/u

/** "who has handed in notice", "who lives in Mill House": the rows that run for people, with these people. */
export function readWhoIsIn(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inSmallLetters(question)
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const { what } = notice.exec(text)?.groups ?? {}
  if (what !== undefined) return givenNotice(what, today, ontology)
  const { where } = living.exec(text)?.groups ?? {}
  const [rows, ...more] = ontology.datasets.filter(
    (each) =>
      !each.isHidden &&
      isLasting(each) &&
      visible(each).some(isMoment) &&
      peopleIn(each, ontology).length > 0,
  )
  if (where === undefined || rows === undefined || more.length > 0) return null
  const frame = readHead(`how many ${rows.label} in ${where}`)
  const [slot, ...others] = frame?.measures ?? []
  const isOfRows = slot?.kind === 'count' && slot.dataset === rows.name && others.length === 0
  const runs = stateMeaning('active', rows, ontology, today)?.condition ?? null
  if (frame === null || !isOfRows || frame.filters.length === 0 || runs === null) return null
  return {
    ...frame,
    subject: rows.name,
    measures: [],
    also: peopleIn(rows, ontology),
    filters: [...frame.filters, { key: 'state active', condition: runs }],
  }
}

/** By a state of this name, or else by a day on which it was given, where the last day has not passed. */
function givenNotice(what: string, today: string, ontology: Ontology): Frame | null {
  const found = ontology.datasets.flatMap((rows) => {
    const times = rows.isHidden ? [] : visible(rows).filter(isMoment)
    const given = times.find(({ label }) => nameWords(label).includes(what))
    const last = times.find(
      (field) =>
        field !== given &&
        /\b(?:leav\w*|left|end\w*|last|depart\w*|move out)\b/i.test(field.label) &&
        field.statistics.nulls > 0,
    )
    const people = peopleIn(rows, ontology)
    return given === undefined || (people.length === 0 && !isPeople(rows))
      ? []
      : [{ rows, given, last, people }]
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return null
  const { rows, given, last, people } = only
  const [state] = ontology.values.exact(what).filter(({ dataset }) => dataset === rows.name)
  const field = rows.fields.find(({ name }) => name === state?.field)
  const isGiven: Condition = { kind: 'not', of: { kind: 'null', of: fieldOf(rows, given) } }
  const isStill: readonly Condition[] =
    last === undefined
      ? []
      : [
          {
            kind: 'or',
            of: [
              { kind: 'null', of: fieldOf(rows, last) },
              { kind: 'during', of: fieldOf(rows, last), start: today, end: null },
            ],
          },
        ]
  const condition: Condition =
    state !== undefined && field !== undefined
      ? compare(fieldOf(rows, field), '=', literal(state.value))
      : { kind: 'and', of: [isGiven, ...isStill] }
  return {
    ...emptyFrame,
    subject: rows.name,
    filters: [{ key: `state ${what}`, condition }],
    also: [...people, fieldOf(rows, given), ...(last === undefined ? [] : [fieldOf(rows, last)])],
  }
}

function peopleIn(rows: Dataset, ontology: Ontology): readonly FieldRef[] {
  return parentsOf(rows, ontology)
    .filter(isPeople)
    .flatMap((each) => nameFields(each).map((one) => fieldOf(each, one)))
}
