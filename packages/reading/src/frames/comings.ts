import { inSmallLetters } from '../words/plain-text.ts'
import { inZone, type Dataset, type Field, type Ontology } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { during, onlyTakenSpan, takingOf } from '../business/taken-spans.ts'
import type { TakenSpan } from '../metrics/taken-span.ts'
import { notDead } from '../business/not-dead.ts'
import { goneStates } from '../business/state-words.ts'
import { isMoment, isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { singular } from '../words/word-forms.ts'
import { missedStates } from '../metrics/not-sold.ts'
import { emptyFrame, type Frame, type MeasureSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { headcountsOf } from './headcounts.ts'
import { takenNote, takenTime } from './taken-things.ts'

const coming = String.raw`(?:arriv(?:es?|ing)|check(?:s|ing)?[ -]?in|com(?:es?|ing)(?: in)?|get(?:s|ting) (?:here|in)|mov(?:es?|ing) in|start(?:s|ing)?|begin(?:s|ning)?|arrived|checked in|moved in)`
const going = String.raw`(?:leav(?:es?|ing)|depart(?:s|ing)?|check(?:s|ing)?[ -]?out|go(?:es|ing)?(?: home| away)?|mov(?:es?|ing) out|com(?:es?|ing) back|return(?:s|ing)?|due (?:back|out)|finish(?:es|ing)?|end(?:s|ing)?|bring(?:s|ing)? (?:it|them|things) back|departed|checked out|moved out)`
const arrivals = String.raw`(?:arrivals?|check-?ins?|new arrivals?)`
const departures = String.raw`(?:departures?|check-?outs?|leavers?)`
const meant = '(?: due to| going to| supposed to| meant to| planning to)?'

const moves: readonly RegExp[] = [
  // "who arrives tomorrow", "who is leaving on friday"
  new RegExp(
    String.raw`^(?:who|who all)(?:'s| is| are| will be| will)?${meant} (?:(?<out>${going})|(?<in>${coming})) (?<when>.+)$`,
  ),
  // "which hires end on friday"
  new RegExp(
    String.raw`^(?<asked>which |what |how many )(?:of (?:our|the) )?(?<rows>\p{L}+(?: \p{L}+)?)(?: are| is| will)?${meant} (?:(?<out>${going})|(?<in>${coming})) (?<when>.+)$`,
    'u',
  ),
  // "arrivals tomorrow", "how many departures do we have today"
  new RegExp(
    String.raw`^(?<asked>how many |list (?:of )?(?:the |all )?|show(?: me)? |what are the |which )?(?:the |our )?(?:(?<in>${arrivals})|(?<out>${departures}))(?: (?:do we have|have we(?: got)?|are there))?(?: (?:for|on))? (?<when>.+)$`,
  ),
]

const here = String.raw`(?:staying (?:here|over|with us|at ours)|staying|here|there|with us|in[ -]?house|around|on board|aboard|on (?:the |our )?(?:site|premises|grounds|property)|(?:in|at|on) (?:the|our) (?<place>\p{L}+)|in)`
const stays: readonly RegExp[] = [
  new RegExp(
    String.raw`^how many (?<who>\p{L}+) (?:are|do we have|have we(?: got)?)(?: there)?(?: (?:currently|now))? ${here}(?: (?<when>.+))?$`,
    'u',
  ),
  new RegExp(
    String.raw`^(?<who>who)(?:'s| is| are)(?: all)?(?: (?:currently|now))? ${here}(?: (?<when>.+))?$`,
    'u',
  ),
]

function plainOf(question: string): string {
  return inSmallLetters(question)
}

/** "who arrives tomorrow", "departures on friday": the rows whose first or last day it is, with the people that they name. */
export function readComings(question: string, ontology: Ontology, context: ReadingContext): Frame | null {
  const text = plainOf(question)
  const found = moves.map((form) => form.exec(text)).find((one) => one !== null)
  const { in: comes, out: goes, when = '', asked = '', rows } = found?.groups ?? {}
  const taken = found === undefined ? null : takenTime(when, ontology, context)
  const verb = comes ?? goes
  if (verb === undefined || taken === null || taken.isNow) return null
  const event = eventOf(verb, comes !== undefined, ontology)
  if (event === null) return null
  const { dataset, field } = event
  if (rows !== undefined && singular(rows) !== singular(dataset.label.toLowerCase())) return null
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const day = (moment: string): string => moment.slice(0, 10)
  const start = day(taken.time.start)
  // Tonight is a part of today.
  const end = start === today && day(taken.time.end) === today ? null : day(taken.time.end)
  const called = and(
    notDead(dataset, ontology, [...goneStates.filter((one) => one !== 'returned'), ...missedStates]),
  )
  const isCount = asked.startsWith('how many')
  return {
    ...emptyFrame,
    subject: isCount ? null : dataset.name,
    measures: isCount ? [{ kind: 'count', dataset: dataset.name }] : [],
    filters: called === null ? [] : [{ key: 'state now', condition: called }],
    time: { start, end },
    moment: fieldOf(dataset, field),
    also: [...names(dataset, ontology), fieldOf(dataset, field)],
    notes: [
      {
        about: 'what counts',
        says: `“${verb}” is read as ${field.label} of ${dataset.label}.`,
        changesNumbers: false,
      },
    ],
  }
}

/** The date of this verb in the only rows that name people, or else the first or the last day of what people take. */
function eventOf(
  verb: string,
  isComing: boolean,
  ontology: Ontology,
): { dataset: Dataset; field: Field } | null {
  const span = onlyTakenSpan(ontology)
  const [word = ''] = verb.split(/[ -]/)
  const stems = stemsOf(word)
  const named = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden || !hasPeople(dataset, ontology)
      ? []
      : visible(dataset)
          .filter(
            (field) =>
              isMoment(field) &&
              nameWords(field.label).some((one) => [...stemsOf(one)].some((stem) => stems.has(stem))),
          )
          .map((field) => ({ dataset, field })),
  )
  const isGeneral = /^(?:com|go|get|start|begin|check|due|bring)/.test(verb)
  const [only, ...more] = isGeneral ? [] : named
  if (only !== undefined && more.length === 0 && (span === null || only.dataset === span.dataset)) return only
  if (span === null) return null
  return { dataset: span.dataset, field: isComing ? span.begin : span.end }
}

function hasPeople(dataset: Dataset, ontology: Ontology): boolean {
  return !isPeople(dataset) && parentsOf(dataset, ontology).some(isPeople)
}

function names(dataset: Dataset, ontology: Ontology) {
  return parentsOf(dataset, ontology)
    .filter((each) => isPeople(each) || takingOf(each, ontology) !== null)
    .flatMap((each) => nameFields(each).map((one) => fieldOf(each, one)))
}

/** "how many people are on the site tonight", "who is staying with us": the people of the rows that last at this time. */
export function readStaying(question: string, ontology: Ontology, context: ReadingContext): Frame | null {
  const text = plainOf(question)
  const found = stays.map((form) => form.exec(text)).find((one) => one !== null)
  const { who = '', place = '', when = '' } = found?.groups ?? {}
  const taken = found === undefined ? null : takenTime(when, ontology, context)
  const span = taken === null ? null : onlyTakenSpan(ontology)
  if (span === null || taken === null || isOfData(place, ontology)) return null
  const condition = during(span, taken, ontology)
  if (condition === null) return null
  const measures = who === 'who' ? [] : headsIn(who, span, ontology)
  if (measures === null) return null
  return {
    ...emptyFrame,
    subject: who === 'who' ? span.dataset.name : null,
    measures,
    filters: [{ key: 'state in', condition }],
    also: who === 'who' ? names(span.dataset, ontology) : [],
    notes: [takenNote(span, 'here')],
  }
}

/** How many people the rows are: those that they count, or else the rows themselves, with a warning. Null where others are asked for. */
function headsIn(who: string, { dataset }: TakenSpan, ontology: Ontology): readonly MeasureSlot[] | null {
  const heads = headcountsOf(dataset)
  const one = heads.filter(({ label }) => singular(label.toLowerCase()) === singular(who))
  const isParty = parentsOf(dataset, ontology).some(
    (each) => isPeople(each) && singular(each.label.toLowerCase()) === singular(who),
  )
  if (one.length === 0 && !isParty && !/^(?:people|persons|guests|visitors|heads|souls)$/.test(who))
    return null
  const [first, ...more] = (one.length > 0 ? one : heads).map((field) => fieldOf(dataset, field))
  return first === undefined ? null : [{ kind: 'sums', fields: [first, ...more] }]
}

/** "in the cellar" may be a place that the data knows. */
function isOfData(word: string, { datasets, values }: Ontology): boolean {
  return (
    word !== '' &&
    (values.exact(word).length > 0 ||
      datasets.some(
        ({ label, fields, isHidden }) =>
          !isHidden &&
          [label, ...fields.map((field) => field.label)].some((name) => nameWords(name).includes(word)),
      ))
  )
}
