import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { plural } from '../words/word-forms.ts'

/** "on which weekday do most people order", "when do customers book most": the most of these rows, and no people by name. */
export function withMostPeople(question: string, ontology: Ontology): string {
  const said = (all: string, verb: string): string => {
    const rows = rowsOf(verb, ontology)
    return rows === null ? all : `are there the most ${rows}`
  }
  const read = question.replace(mostDo, said).replace(doMost, said)
  // What people do is asked of the days of the week, and not of one day.
  return read === question || !habit.test(question)
    ? read
    : read.replace(/\b(which|what) day\b(?! of\b)/i, '$1 weekday')
}

/** The name of the only rows that the verb names; what was sold, for "buy". */
function rowsOf(verb: string, ontology: Ontology): string | null {
  const { trade } = businessOf(ontology)
  if (/^(?:buy|shop|purchase)$/i.test(verb)) return trade?.header.label ?? null
  const stems = stemsOf(verb.toLowerCase())
  const found = ontology.datasets.filter(({ label, isHidden }) => {
    const last = nameWords(label).at(-1) ?? ''
    return !isHidden && [...stemsOf(last)].some((stem) => stems.has(stem))
  })
  const sold = found.filter((each) => each === trade?.header)
  const [only, ...more] = sold.length > 0 ? sold : found
  if (only === undefined || more.length > 0) return null
  return plural(nameWords(only.label).join(' '))
}

const habit = /\bdo (?:most|our|the|people|customers|clients)\b/i
const people = '(?:people|customers|clients|buyers|guests|visitors|members)'
const whenever = String.raw`(?<=^\W*(?:(?:on|at|in|during) )?(?:which|what|when)\b.*)`
const mostDo = new RegExp(
  String.raw`${whenever}\b(?:do|did) most (?:of (?:our|the) )?${people} (\p{L}{3,})(?=\W*$| (?:this|last|in|since|from)\b)`,
  'iu',
)
const doMost = new RegExp(
  String.raw`${whenever}\b(?:do|did) (?:our |the )?${people} (\p{L}{3,}) (?:the )?most(?: often)?(?=\W*$| (?:this|last|in|since|from)\b)`,
  'iu',
)
