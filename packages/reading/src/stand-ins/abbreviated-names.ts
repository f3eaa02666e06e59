import { isAbbreviation, type Dataset, type Ontology } from '@quipu/query'
import { isFirstAndLast, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { fillers } from '../lexicon/name-words.ts'
import { isEnglish, isKindOf, isPerson } from '../lexicon/wordnet.ts'
import { operatorOf } from '../words/phrases.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

interface Short {
  /** `gar`. */
  readonly short: string
  readonly name: string
  readonly datasets: readonly Dataset[]
  /** What people with first and last names are called: `vol` for volunteers, whatever else it may be short for. */
  readonly isOfPeople: boolean
}

/** "garment" for `gar_type`: a name begins like the word, or has its consonants, and is no word itself or holds things of this kind. */
export function abbreviatedNames({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const shorts = shortsOf(ontology)
  if (shorts.length === 0) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const word = singular(token.lower)
    if (token.kind !== 'word' || word.length < 5 || isKnown(token) || !isEnglish(word, 'noun')) return []
    const found = shorts.filter(
      ({ short, datasets, isOfPeople }) =>
        isShortFor(short, word) &&
        (isOfPeople ? isPerson(word) : !isEnglish(short) || areKinds(datasets, word)),
    )
    const [only, ...more] = found
    if (only === undefined || more.some(({ short }) => short !== only.short)) return []
    return [{ from, to: from + 1, name: only.name, changesNumbers: false }]
  })
}

/** Whether letters of a word, from its first on, are written in its place: `gar` for garment, `svc` for service. */
function isShortFor(short: string, word: string): boolean {
  if (word.length < short.length + 2) return false
  if (word.startsWith(short)) return true
  if (/[aeiou]/.test(short.slice(1)) || short[0] !== word[0]) return false
  const consonants = word[0] + word.slice(1).replaceAll(/[aeiou]/g, '')
  let at = 0
  for (const letter of consonants) if (letter === short[at]) at += 1
  return at === short.length && short.length * 3 >= consonants.length * 2
}

function areKinds(datasets: readonly Dataset[], word: string): boolean {
  return datasets.some((dataset) =>
    nameFields(dataset).some(
      ({ sample }) =>
        sample.filter((text) => text.split(/[^\p{L}]+/u).some((one) => isKindOf(one.toLowerCase(), word)))
          .length >= 2,
    ),
  )
}

const known = new WeakMap<Ontology, readonly Short[]>()

/** The short words of names that nothing explains. A dataset goes before a field. */
function shortsOf(ontology: Ontology): readonly Short[] {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
  const labels = shown.flatMap((dataset) => [
    { label: dataset.label, dataset },
    ...visible(dataset).map(({ label }) => ({ label, dataset })),
  ])
  const people = new Set(
    shown.filter((each) => isFirstAndLast(nameFields(each))).map(({ label }) => label.toLowerCase()),
  )
  const isOfPeople = (word: string): boolean => people.has(word) && /^[a-z]{3,5}$/.test(word)
  const words = new Set(
    labels.flatMap(({ label }) => label.split(' ')).filter((word) => isUnexplained(word) || isOfPeople(word)),
  )
  const made = [...words].flatMap((short) => {
    const having = labels.filter(({ label }) => label.split(' ').includes(short))
    const things = shown.filter(({ label }) => label.split(' ').includes(short))
    const name = things.toSorted((a, b) => a.label.length - b.label.length)[0]?.label ?? having[0]?.label
    const datasets = [...new Set([...things, ...having.map(({ dataset }) => dataset)])]
    return name === undefined ? [] : [{ short, name, datasets, isOfPeople: isOfPeople(short) }]
  })
  known.set(ontology, made)
  return made
}

function isUnexplained(word: string): boolean {
  return (
    /^[a-z]{3,5}$/.test(word) && !isAbbreviation(word) && !fillers.has(word) && operatorOf(word) === undefined
  )
}
