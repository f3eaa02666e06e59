import type { Dataset, Ontology } from '@quipu/query'
import { isNumeric, isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isFirm } from './firms-asked.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "students" where schools or teachers have one other dataset of people, which has another name: those who learn there. */
export function studentsAsked(words: Words, ontology: Ontology): readonly StandIn[] {
  const { tokens, isKnown } = words
  const said = tokens.flatMap((token, at) =>
    /^(?:students?|pupils?)$/.test(token.lower) && !isKnown(token) ? [{ token, at }] : [],
  )
  if (said.length === 0) return []
  const number = enrolled(words, ontology)
  if (number !== null) return number
  const learners = learnersOf(ontology)
  if (learners === null) return []
  return said.map(({ at }) => {
    const from = at > 0 && schools.test(tokens[at - 1]?.lower ?? '') ? at - 1 : at
    return { from, to: at + 1, name: learners.label, changesNumbers: true }
  })
}

/** "the number of students enrolled", "more than 500 students": the number that a row of the data has. */
function enrolled({ tokens }: Words, { datasets }: Ontology): readonly StandIn[] | null {
  const [field, ...more] = datasets.flatMap(({ fields: own, isHidden }) =>
    isHidden ? [] : own.filter((each) => isNumeric(each) && /^enrol?lments?$/i.test(each.label)),
  )
  if (field === undefined || more.length > 0) return null
  const lower = tokens.map((token) => token.lower)
  const found = lower.flatMap((word, at): readonly StandIn[] => {
    if (!/^(?:students?|pupils?)$/.test(word)) return []
    const isCounted = lower[at - 1] === 'of' && lower[at - 2] === 'number'
    const isEnrolled = lower[at + 1] === 'enrolled'
    const isBound = tokens[at - 1]?.kind === 'number'
    if (!isBound && !(isCounted && isEnrolled)) return []
    const from = isCounted ? at - 2 : at
    return [{ from, to: isEnrolled ? at + 2 : at + 1, name: field.label, changesNumbers: true }]
  })
  return found.length === 0 ? null : found
}

/** "more than 5000 people living there": the population, where the data has one. */
export function inhabitantsAsked({ tokens }: Words, { datasets }: Ontology): readonly StandIn[] {
  const [field, ...more] = datasets.flatMap(({ fields, isHidden }) =>
    isHidden ? [] : fields.filter((each) => isNumeric(each) && /\bpopulation\b/i.test(each.label)),
  )
  if (field === undefined || more.length > 0) return []
  return tokens.flatMap(({ lower }, at): readonly StandIn[] => {
    const isBound = tokens[at - 1]?.kind === 'number'
    const after = tokens.slice(at + 1, at + 3).map((token) => token.lower)
    const lives = /^(?:living|live) (?:there|here)$/.test(after.join(' '))
    const isMeant = /^(?:inhabitants|residents)$/.test(lower) || (lower === 'people' && lives)
    return isBound && isMeant
      ? [{ from: at, to: lives ? at + 3 : at + 1, name: field.label, changesNumbers: true }]
      : []
  })
}

const schools = /^(?:college|university|school|academy)$/
const ofSchools: ReadonlySet<string> = new Set('college university school academy'.split(' '))
const teaching: ReadonlySet<string> = new Set(
  'teacher professor lecturer tutor instructor faculty coach trainer adviser advisor'.split(' '),
)
const others: ReadonlySet<string> = new Set(
  'staff employee parent guardian customer client supplier donor author owner'.split(' '),
)

function learnersOf({ datasets }: Ontology): Dataset | null {
  const seen = datasets.filter(({ isHidden, isJunction }) => !isHidden && !isJunction)
  const isCalled = ({ label }: Dataset, words: ReadonlySet<string>): boolean =>
    nameWords(label).some((word) => words.has(word))
  if (!seen.some((each) => isCalled(each, ofSchools) || isCalled(each, teaching))) return null
  const [only, ...more] = seen.filter(
    (each) => isPeople(each) && !isFirm(each) && !isCalled(each, teaching) && !isCalled(each, others),
  )
  return only === undefined || more.length > 0 ? null : only
}
