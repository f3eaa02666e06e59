import type { Ontology } from '@quipu/query'
import { isPersonalName } from '../lexicon/personal-names.ts'
import { businessOf } from '../business/business.ts'
import { roleOf } from '../frames/business-phrases.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import type { Assumption } from '../plan/reading.ts'
import { operatorOf } from '../words/phrases.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import { abbreviatedNames } from './abbreviated-names.ts'
import { animalsAsked } from './animals-asked.ts'
import { attendanceAsked } from './attendance-asked.ts'
import { channelsAsked } from './channels-asked.ts'
import { codesAsked } from './codes-asked.ts'
import { countriesAsked } from './countries-asked.ts'
import { documentsAsked } from './documents-asked.ts'
import { doersAsked } from './doers-asked.ts'
import { firmsAsked } from './firms-asked.ts'
import { goodsAsked } from './goods-asked.ts'
import { hoursAsked } from './hours-asked.ts'
import { inflectedValues } from './inflected-values.ts'
import { jobsAsked, surveysAsked, workOrdersAsked } from './jobs-asked.ts'
import { membersAsked } from './members-asked.ts'
import type { StandIn, Words } from './stand-in.ts'
import { paymentsAsked } from './payments-asked.ts'
import { payoutsAsked } from './payouts-asked.ts'
import { peopleAsked, peopleWithValue } from './people-asked.ts'
import { ownKinds } from './own-kinds.ts'
import { ownVerbs } from './own-verbs.ts'
import { rowsAsked } from './rows-asked.ts'
import { piecesAsked, valueAsked } from './pieces-asked.ts'
import { kindsAsked, placesAsked } from './places-asked.ts'
import { advertisingAsked, depositsAsked } from './programs-asked.ts'
import { streamsAsked } from './streams-asked.ts'
import { inhabitantsAsked, studentsAsked } from './students-asked.ts'
import { teamAsked } from './team-asked.ts'
import { termsAsked } from './terms-asked.ts'
import { tradeWordsAsked } from './trade-words-asked.ts'
import { workersAsked } from './workers-asked.ts'

export interface Renamed {
  readonly question: string
  readonly notes: readonly Assumption[]
}

/** Puts what the data calls a thing in the place of a word that it does not have. The answer says so. */
export function asDataCalls(question: string, ontology: Ontology): Renamed {
  return renamed(question, ontology, (words) => [
    ...animalsAsked(words, ontology),
    ...inflectedValues(question, words, ontology),
    ...abbreviatedNames(words, ontology),
    ...membersAsked(words, ontology),
    ...attendanceAsked(words, ontology),
    ...hoursAsked(words, ontology),
    ...teamAsked(words, ontology),
    ...peopleAsked(words, ontology),
    ...peopleWithValue(words, ontology),
    ...doersAsked(words, ontology),
    ...ownVerbs(words, ontology),
    ...workersAsked(words, ontology),
    ...termsAsked(words, ontology),
    ...documentsAsked(words, ontology),
    ...payoutsAsked(words, ontology),
    ...depositsAsked(words, ontology),
    ...advertisingAsked(words, ontology),
    ...paymentsAsked(words, ontology),
    ...goodsAsked(words, ontology),
    ...studentsAsked(words, ontology),
    ...inhabitantsAsked(words, ontology),
    ...firmsAsked(words, ontology),
    ...jobsAsked(words, ontology),
    ...workOrdersAsked(words, ontology),
    ...surveysAsked(words, ontology),
    ...rowsAsked(words, ontology),
    ...streamsAsked(words, ontology),
    ...channelsAsked(words, ontology),
    ...countriesAsked(words, ontology),
    ...codesAsked(words, ontology),
    ...piecesAsked(words, ontology),
    ...valueAsked(words, ontology),
    ...placesAsked(words, ontology),
    ...kindsAsked(words, ontology),
    ...ownKinds(words, ontology),
  ])
}

/** The same for people: "students" for `user`, where nothing is called so. */
export function asPeopleAreCalled(question: string, ontology: Ontology): Renamed {
  return renamed(question, ontology, (words) => peopleNamed(words, ontology))
}

/** The same for everyday and trade words, where the lexicon says what data may call them. */
export function asTradesSay(question: string, ontology: Ontology): Renamed {
  return renamed(question, ontology, (words) => tradeWordsAsked(words, ontology))
}

function renamed(question: string, ontology: Ontology, find: (words: Words) => readonly StandIn[]): Renamed {
  const tokens = tokenize(question)
  if (tokens.length === 0 || tokens.length > mostTokens) return { question, notes: [] }
  const found = find({ tokens, isKnown: (token) => isKnown(token, ontology) })
  const chosen = found.filter((one, i) => !found.slice(0, i).some((other) => overlaps(one, other)))
  let read = question
  const notes: Assumption[] = []
  for (const one of chosen.toSorted((a, b) => b.from - a.from)) {
    const [first, last] = [tokens[one.from], tokens[one.to - 1]]
    if (first === undefined || last === undefined) continue
    const said = question.slice(first.start, last.end)
    read = read.slice(0, first.start) + one.name + read.slice(last.end)
    const says = `"${said}" is read as ${one.name}.`
    const { changesNumbers } = one
    const isFar = changesNumbers ? { isFar: true } : {}
    notes.unshift({ about: `meaning of ${said}`, says, changesNumbers, ...isFar })
  }
  return { question: read, notes }
}

/** Longer questions say more than one thing. */
const mostTokens = 40

function overlaps(one: StandIn, other: StandIn): boolean {
  return one.from < other.to && other.from < one.to
}

function peopleNamed({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const { peopleNamed: named } = businessOf(ontology)
  return tokens.flatMap((token, from): readonly StandIn[] => {
    if (token.kind !== 'word' || isKnown(token)) return []
    const [party] = [...token.forms, token.lower].flatMap((form) => named(form) ?? [])
    return party === undefined ? [] : [{ from, to: from + 1, name: party.label, changesNumbers: false }]
  })
}

/** Whether the word has a meaning of its own in the language or in the data. */
function isKnown({ kind, lower, forms }: Token, ontology: Ontology): boolean {
  if (kind !== 'word' || lower.length < 3) return true
  if (operatorOf(lower) !== undefined || roleOf(lower) !== undefined) return true
  const lexicon = lexiconOf(ontology)
  return (
    forms.some((form) => lexicon.wordsNear(form).some(({ weight }) => weight >= leastName)) ||
    ontology.values.exact(lower).length > 0 ||
    ontology.values
      .exact(singular(lower))
      .some(({ dataset, field }) => !isPersonalName(dataset, field, ontology)) ||
    businessOf(ontology).metricNamed(lower) !== null ||
    ofTime.test(lower)
  )
}

/** Below a synonym of everyday life. */
const leastName = 0.84

const ofTime =
  /^(?:today|yesterday|tomorrow|tonight|upcoming|forthcoming|mornings?|evenings?|afternoons?|nights?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|minutes?|hours?|days?|weeks?|fortnights?|months?|quarters?|years?)$/
