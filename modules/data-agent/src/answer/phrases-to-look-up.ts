import type { Ontology } from '@quipu/query'
import { isEnglish, wordForms } from '@quipu/reading'
import { fold } from '../ontology/fold.ts'

const mostPhrases = 8
const longest = 100

/** Phrases of a question that may be values outside of the index: quoted text, names, and unknown words. */
export function phrasesToLookUp(question: string, ontology: Ontology): readonly string[] {
  const names = nameWords(ontology)
  const found = [...quoted(question), ...runs(question, names), ...strangeWords(question, names)]
  const phrases = new Map(found.map((phrase) => [fold(phrase), phrase]))
  return Array.from(phrases)
    .filter(([folded, { length }]) => folded.length > 1 && length <= longest)
    .filter(([folded]) => ontology.values.exact(folded).length === 0)
    .map(([, phrase]) => phrase)
    .slice(0, mostPhrases)
}

function quoted(question: string): string[] {
  const pattern = /"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<![\p{L}\p{N}])'((?:[^']|'(?=\p{L}))+)'(?!\p{L})/gu
  return Array.from(question.matchAll(pattern), (match) => match.slice(1).find(Boolean)?.trim() ?? '')
}

/** Adjacent capitalised words, also without the first, which may only begin the sentence, and with a number. */
function runs(question: string, names: ReadonlySet<string>): string[] {
  const word = String.raw`\p{Lu}[\p{L}\p{N}'’.\-]*`
  const link = String.raw`\s+(?:(?:of|the|and|de|la|van|von|&)\s+)?`
  const pattern = new RegExp(String.raw`(${word}(?:${link}${word})*)(\s+\p{N}[\p{L}\p{N}-]*)?`, 'gu')
  return Array.from(question.matchAll(pattern)).flatMap(({ 0: whole, 1: match = '', index }) => {
    const run = match.replace(/(?:['’]s|[.'’-])$/u, '')
    const [first = '', ...rest] = run.split(/\s+/)
    const isStart = /^[\s"“(]*$/u.test(question.slice(0, index))
    const numbered = whole === match ? [] : [whole]
    if (rest.length === 0) return isStart && isPlain(first, names) ? [] : [...numbered, run]
    return [...numbered, run, ...(isStart ? [rest.join(' ')] : [])]
  })
}

/** Codes, and words that are neither in the schema nor in a dictionary. */
function strangeWords(question: string, names: ReadonlySet<string>): string[] {
  const words = Array.from(question.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu), ([word]) =>
    word.replace(/(?:['’]s|[./-])$/u, ''),
  )
  return words.filter((word) => /\p{L}/u.test(word) && word.length > 2 && !isPlain(word, names))
}

function isPlain(word: string, names: ReadonlySet<string>): boolean {
  const forms = [...wordForms(word.toLowerCase()), fold(word)]
  return littleWords.has(word.toLowerCase()) || forms.some((form) => names.has(form) || isEnglish(form))
}

const littleWords: ReadonlySet<string> = new Set(
  `and any are but can did does each every for from had has have her him his how its into many most much not nor off
  our out per she than that the their them then there these they this those too was were what when where which while
  who whom whose why with would you your could should please tell`.split(/\s+/),
)

const known = new WeakMap<Ontology, ReadonlySet<string>>()

function nameWords(ontology: Ontology): ReadonlySet<string> {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const texts = [
    ...ontology.datasets.flatMap(({ name, label, synonyms, fields }) => [
      name,
      label,
      ...synonyms,
      ...fields.flatMap((field) => [field.name, field.label, ...field.synonyms]),
    ]),
    ...ontology.metrics.flatMap(({ name, label, synonyms }) => [name, label, ...synonyms]),
    ...ontology.glossary.flatMap(({ term, synonyms }) => [term, ...synonyms]),
  ]
  const words = new Set(texts.flatMap((text) => [fold(text), ...fold(text).split(' ')]))
  known.set(ontology, words)
  return words
}
