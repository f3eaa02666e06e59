import type { Dataset, Field, Ontology } from '@quipu/query'
import { findNouns } from '../annotate/nouns.ts'
import { visible, isMoment } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { isPast } from '../words/verbal.ts'
import { wordForms } from '../words/word-forms.ts'
import { businessOf } from '../business/business.ts'
import { eventsNamed } from '../business/event-names.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import { homeOf, momentOf as dateOf } from '../business/moments.ts'
import { isSoldThing } from '../business/goods.ts'
import { rowsNaming } from '../business/levels.ts'
import { isEntryLog, isMeeting, isWork } from '../business/meetings.ts'
import { distance, reachesOne } from '../business/nearest.ts'

/** The rows that record what a clause speaks of. */
export interface ClauseEvent {
  readonly dataset: Dataset
  /** The date that the verb names. Null: that of the rows. */
  readonly moment: Field | null
  /** The field that tells different things apart: "more than one course". Null: rows are counted. */
  readonly counted: Field | null
  /** Somebody comes: who called off or stayed away did not. */
  readonly isComing: boolean
  /** A verb says that it was done: what was called off was not. */
  readonly isDone: boolean
  /** The words leave it to the structure which rows are meant. */
  readonly isGuessed: boolean
  /** A verb that nothing in the data is named after. */
  readonly unknown?: string
}

const light = new Set(
  'had have has been be needed need needs make made makes take took taken get got gotten done did do placed place received require required'.split(
    ' ',
  ),
)
const buying = new Set(
  'buy bought buys purchased purchase ordered order orders spend spent shopped shop brought bring booked book hired rented used use sold sell selling donated donate donation give gave given gives giving booking purchases'.split(
    ' ',
  ),
)
const coming = new Set(
  'come came comes coming visit visited visits seen see attend attended return returned show showed shown turn turned appear appeared heard back logged login logins'.split(
    ' ',
  ),
)
const empty = new Set(
  'us we our a an any anything something ever yet even single the one of them in at from with for to on here up been be all so far already back touch by out that it there and this they their'.split(
    ' ',
  ),
)

const working = new Set('work worked works working'.split(' '))

/** Hours are written down by those who worked. */
const logging = new Set(
  'logged tracked recorded booked entered put did reported submitted clocked'.split(' '),
)

/** "worked any hours", "logged hours", "worked a shift": nothing but that somebody worked. */
export function isWorking(words: string): boolean {
  const [first, ...rest] = tokenize(words).filter(({ kind, lower }) => kind === 'word' && !empty.has(lower))
  return (
    first !== undefined &&
    (working.has(first.lower) || (logging.has(first.lower) && rest.length > 0)) &&
    rest.every(({ lower }) => /^(?:hours?|hrs|time)$/.test(lower))
  )
}

const paying = new Set('pay paid pays settled owe owes owed answered replied'.split(' '))

/** The rows that the words of a clause mean beside what is listed or counted. Null when a word finds no place. */
export function clauseEvent(
  words: string,
  owner: Dataset,
  ontology: Ontology,
  isOfThings = false,
): ClauseEvent | null {
  const tokens = tokenize(words).filter(({ kind, lower }) => kind === 'word' && !empty.has(lower))
  const [first, ...rest] = tokens
  const candidates = ontology.datasets.filter(
    (each) => !each.isHidden && each !== owner && reachesOne(each.name, owner.name, ontology),
  )
  if (first === undefined)
    return /\b(?:here|been|back|touch|in|by)\b/.test(words)
      ? central(owner, candidates, ontology, true)
      : null
  // What is paid is read by what is owed.
  if (tokens.some(({ lower }) => paying.has(lower))) return null
  // "treatments that we have never done": things that are sold are there to be sold.
  if (tokens.every(({ lower }) => light.has(lower)))
    return isSoldThing(owner, ontology) ? central(owner, candidates, ontology, false) : null
  const isVerb =
    light.has(first.lower) ||
    buying.has(first.lower) ||
    coming.has(first.lower) ||
    isVerbOf(first, candidates, ontology)
  const thingWords = isWorking(words) ? [] : isVerb ? rest : tokens
  if (thingWords.length === 0) return isOfThings ? null : ofVerb(first.lower, owner, candidates, ontology)
  const thing = thingNamed(thingWords, ontology)
  // "with no booking": a noun that only says what somebody did.
  const [noun, ...others] = thingWords
  if (thing === null && noun !== undefined && others.length === 0 && !isOfThings && isAction(noun.lower))
    return ofVerb(noun.lower, owner, candidates, ontology)
  if (thing === null || thing === owner) return null
  return ofThing(thing, isVerb ? first.lower : null, owner, candidates, ontology)
}

/** Whether the words of a clause say no more than that somebody came, or name what was sold: "been in", "booking". */
export function isPlainAction(words: string): boolean {
  const said = tokenize(words).filter(({ kind, lower }) => kind === 'word' && !empty.has(lower))
  if (isWorking(words) && said.length > 1) return true
  return said.every(
    ({ lower }) =>
      isAction(lower) && !/^(?:turn|show|appear)/.test(lower) && (coming.has(lower) || !isPast(lower)),
  )
}

function isAction(word: string): boolean {
  return [buying, coming].some((words) => words.has(word) || words.has(word.replace(/s$/, '')))
}

function isVerbOf({ lower }: Token, candidates: readonly Dataset[], ontology: Ontology): boolean {
  return (
    isPast(lower) ||
    (eventsNamed(lower, ontology).length > 0 && thingNamed(tokenize(lower), ontology) === null)
  )
}

/** The dataset that all of these words name. */
function thingNamed(words: readonly Token[], ontology: Ontology): Dataset | null {
  const found = findNouns(words, lexiconOf(ontology))
    .filter(({ from, to }) => from === 0 && to === words.length)
    .flatMap(({ candidates }) => candidates)
    .filter((noun) => noun.kind === 'dataset' && noun.score >= 0.84)
    .toSorted((a, b) => b.score - a.score)
  const [best] = found
  if (best?.kind === 'dataset') return best.dataset
  const [only, ...more] = words
  if (only === undefined || more.length > 0) return null
  return only.forms.flatMap((form) => businessOf(ontology).partyNamed(form) ?? [])[0] ?? null
}

/** "opened a ticket", "more than one course": rows of the thing, or those that name it and what is listed. */
function ofThing(
  thing: Dataset,
  verb: string | null,
  owner: Dataset,
  candidates: readonly Dataset[],
  ontology: Ontology,
): ClauseEvent | null {
  const rest = {
    // Who had a lesson was there.
    isComing:
      verb !== null && coming.has(verb) ? true : isMeeting(thing) && (verb === null || light.has(verb)),
    isDone: verb !== null && !light.has(verb),
    isGuessed: false,
  }
  if (candidates.includes(thing))
    return { dataset: thing, moment: momentOf(verb, thing, ontology), counted: null, ...rest }
  const between = candidates
    .filter((each) => dateOf(each.name, ontology) !== null && linkOf(each, thing, ontology) !== null)
    .toSorted((a, b) => distance(a.name, owner.name, ontology) - distance(b.name, owner.name, ontology))
  const nearest = between.filter(
    (each) =>
      distance(each.name, owner.name, ontology) <
      distance(between[0]?.name ?? '', owner.name, ontology) + 0.5,
  )
  const { trade } = businessOf(ontology)
  const named = verb === null ? [] : nearest.filter((each) => isCalled(each, verb))
  const sold =
    verb !== null && buying.has(verb)
      ? nearest.filter((each) => each === trade?.header || each === trade?.lines?.dataset)
      : []
  const [chosen, ...more] = named.length > 0 ? named : sold.length > 0 ? sold : nearest
  if (chosen === undefined || more.length > 0) return null
  return {
    dataset: chosen,
    moment: momentOf(verb, chosen, ontology),
    counted: linkOf(chosen, thing, ontology),
    ...rest,
  }
}

function linkOf(from: Dataset, to: Dataset, { relationships }: Ontology): Field | null {
  const link = relationships.find(
    (each) => each.from === from.name && each.to === to.name && each.fromFields.length === 1,
  )
  return from.fields.find(({ name }) => name === link?.fromFields[0]) ?? null
}

function momentOf(verb: string | null, dataset: Dataset, ontology: Ontology): Field | null {
  if (verb === null || light.has(verb)) return null
  const found = eventsNamed(verb, ontology).filter((each) => each.dataset === dataset)
  return found.length === 1 ? (found[0]?.field ?? null) : null
}

/** `refills` are what "refilled" speaks of. */
function isCalled({ label }: Dataset, verb: string): boolean {
  const stems = stemsOf(verb)
  return nameWords(label).some((word) => [...stemsOf(word)].some((stem) => stems.has(stem)))
}

function ofVerb(
  verb: string,
  owner: Dataset,
  candidates: readonly Dataset[],
  ontology: Ontology,
): ClauseEvent | null {
  const direct = candidates.filter((each) => distance(each.name, owner.name, ontology) < 1.5)
  for (const near of [direct, candidates]) {
    const called = near.filter((each) => isCalled(each, verb))
    const [only, ...more] = called
    if (only !== undefined && more.length === 0)
      return {
        dataset: only,
        moment: momentOf(verb, only, ontology),
        counted: null,
        isComing: false,
        isDone: true,
        isGuessed: false,
      }
    const dated = eventsNamed(verb, ontology).filter(({ dataset }) => near.includes(dataset))
    const [event, ...others] = dated
    if (event !== undefined && others.length === 0 && !buying.has(verb))
      return {
        dataset: event.dataset,
        moment: event.field,
        counted: null,
        isComing: coming.has(verb),
        isDone: true,
        isGuessed: false,
      }
  }
  if (working.has(verb)) return ofWork(owner, candidates, ontology)
  if (isAction(verb)) return central(owner, candidates, ontology, coming.has(verb))
  // A verb that nothing is named after: what these people or things are there for.
  const isKnown =
    isPast(verb) &&
    eventsNamed(verb, ontology).length === 0 &&
    wordForms(verb).some((form) => isEnglish(form, 'verb'))
  const usual = isKnown ? central(owner, candidates, ontology, false) : null
  return usual === null ? null : { ...usual, unknown: verb }
}

/** The rows of work that name somebody: shifts, or else what the work is done for. */
function ofWork(owner: Dataset, candidates: readonly Dataset[], ontology: Ontology): ClauseEvent | null {
  const { metric } = businessOf(ontology)
  const home = metric(hoursWorked) === null ? null : homeOf(hoursWorked, ontology)
  const [only, ...more] = candidates.filter((each) => each.name === home || isWork(each))
  if (only === undefined) return central(owner, candidates, ontology, false)
  return more.length > 0
    ? null
    : { dataset: only, moment: null, counted: null, isComing: true, isDone: true, isGuessed: true }
}

/** What people come or things are there for: visits, or else the sales. */
function central(
  owner: Dataset,
  candidates: readonly Dataset[],
  ontology: Ontology,
  isComing: boolean,
): ClauseEvent | null {
  const { trade, streams } = businessOf(ontology)
  // Where several kinds of sales name these people, a visit is not known to be one of the main kind.
  const near = streams.filter((stream) => reachesOne(stream.trade.header.name, owner.name, ontology))
  const dated = candidates.filter(
    (each) => visible(each).some(isMoment) && distance(each.name, owner.name, ontology) < 1.5,
  )
  const meetings = isComing ? dated.filter(isMeeting) : []
  const entries = meetings.filter(isEntryLog)
  // What was done at a visit belongs to it.
  const held = (entries.length > 0 ? entries : meetings).filter(
    (each) => !meetings.some((one) => one !== each && reachesOne(each.name, one.name, ontology)),
  )
  if (isComing && near.length > 1 && held.length !== 1) return null
  const sales = [trade?.header, trade?.lines?.dataset].flatMap((each) =>
    each !== undefined && candidates.includes(each) ? [each] : [],
  )
  // What is sold is named by lines, whatever they belong to.
  const lines = isSoldThing(owner, ontology) ? rowsNaming(owner, ontology) : []
  const [chosen] =
    held.length === 1
      ? held
      : sales.length > 0
        ? sales
        : dated.length === 1
          ? dated
          : lines.length === 1
            ? lines
            : []
  if (chosen === undefined) return null
  return { dataset: chosen, moment: null, counted: null, isComing, isDone: true, isGuessed: dated.length > 1 }
}
