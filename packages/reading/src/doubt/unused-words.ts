import type { Ontology } from '@quipu/query'
import { operatorOf } from '../words/phrases.ts'
import { roleOf } from '../frames/business-phrases.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { traitsOf } from '../confidence/query-traits.ts'
import { monthPattern, weekdayPattern } from '../time/names.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { figuresOf } from './query-parts.ts'
import { signal, type Doubted, type Signal } from './signal.ts'

const ofTime = new RegExp(
  `^(?:${monthPattern}|${weekdayPattern}|today|yesterday|tomorrow|now|ago|(?:day|week|month|quarter|year|hour|minute)s?|daily|weekly|monthly|yearly|last|this|next|past|since|so far|date)$`,
  'i',
)

/** Words of the question that the query has nothing of. */
export function ofUnusedWords({ question, reading, ontology }: Doubted): readonly Signal[] {
  const used = namesIn(reading, ontology)
  const open = tokenize(question).filter((token) => isContent(token) && !used(token))
  const known = knownNames(ontology)
  const isKnown = ({ forms }: Token): boolean => forms.some((form) => known.has(form))
  const elsewhere = open.filter((token) => isKnown(token) && roleOf(token.lower) === undefined)
  const words = (tokens: readonly Token[]): string => tokens.map(({ text }) => `“${text}”`).join(', ')
  return [
    signal(
      'wordElsewhere',
      Math.min(2, elsewhere.length),
      `${words(elsewhere)} may mean something else in this data`,
    ),
  ]
}

/** The words of a question that a reading has nothing of, in lower case. */
export function unusedWords(
  question: string,
  reading: Doubted['reading'],
  ontology: Ontology,
): readonly string[] {
  const used = namesIn(reading, ontology)
  return tokenize(question)
    .filter((token) => isContent(token) && !used(token))
    .map(({ lower }) => lower)
}

const small: ReadonlySet<string> = new Set(
  'much many have has had did does done get got was were are our their its his her with from that this these those them they you your let give gave make made take took come came went going all any out off over still yet ever how who what which when where there here whose'.split(
    ' ',
  ),
)

function isContent({ kind, lower }: Token): boolean {
  if (
    kind !== 'word' ||
    lower.length < 3 ||
    small.has(lower) ||
    ofTime.test(lower) ||
    operatorOf(lower) !== undefined
  )
    return false
  const role = roleOf(lower)
  if (role !== undefined) return role.does === 'verb' || role.does === 'state'
  return isEnglish(lower, 'noun') || isEnglish(lower, 'verb') || isEnglish(lower, 'adj') || !isEnglish(lower)
}

/** Whether a word is one of the names and values in the query, or in what its metrics mean. */
function namesIn(
  { query, frame, assumptions, restatement }: Doubted['reading'],
  ontology: Ontology,
): (token: Token) => boolean {
  const { datasets, fields, literals } = traitsOf(query)
  const metrics = figuresOf(query).flatMap((one) => (one.kind === 'metric' ? [one.name] : []))
  const names = [
    restatement,
    ...(frame?.notes ?? []).map(({ says }) => says),
    ...assumptions.map(({ says }) => says),
    ...literals,
    ...ontology.datasets.flatMap(({ name, label, synonyms, fields: own }) => [
      ...(datasets.has(name) ? [label, ...synonyms] : []),
      ...own
        .filter((field) => fields.has(`${name}.${field.name}`))
        .flatMap((field) => [field.label, ...field.synonyms]),
    ]),
    ...ontology.metrics
      .filter(({ name }) => metrics.includes(name))
      .flatMap(({ label, synonyms, description }) => [label, ...synonyms, description ?? '']),
  ]
  const words = new Set(names.flatMap(nameWords))
  const stems = new Set([...words].flatMap((word) => [...stemsOf(word)]))
  return ({ lower, forms }) =>
    forms.some((form) => words.has(form)) || [...stemsOf(lower)].some((stem) => stems.has(stem))
}

const knownBefore = new WeakMap<Ontology, ReadonlySet<string>>()

function knownNames(ontology: Ontology): ReadonlySet<string> {
  const before = knownBefore.get(ontology)
  if (before !== undefined) return before
  const made = new Set(
    ontology.datasets
      .filter(({ isHidden }) => !isHidden)
      .flatMap(({ label, fields }) => [label, ...fields.map((field) => field.label)])
      .flatMap(nameWords),
  )
  knownBefore.set(ontology, made)
  return made
}
