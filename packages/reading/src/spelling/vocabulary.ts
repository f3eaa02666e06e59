import type { Ontology } from '@quipu/query'
import { businessWords } from '../frames/business-phrases.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { plural } from '../words/word-forms.ts'
import { everydayWords } from './everyday-words.ts'

const timeWords =
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday yesterday today tomorrow month months week weeks year years quarter quarters day days weekday weekdays hour hours last next this previous since until between before after ago during recent monthly weekly daily yearly quarterly annual compared compare versus current'

interface Vocabulary {
  readonly known: ReadonlySet<string>
  readonly byLetter: ReadonlyMap<string, readonly string[]>
}

const made = new WeakMap<Ontology, Vocabulary>()

/** Made once for each ontology: words of the grammar, of everyday questions, of names, and of metrics. */
export function vocabularyOf(ontology: Ontology): Vocabulary {
  const before = made.get(ontology)
  if (before !== undefined) return before
  const words = new Set([...timeWords.split(' '), ...everydayWords, ...businessWords()])
  for (const word of lexiconOf(ontology).words) {
    words.add(word)
    words.add(plural(word))
  }
  const labels = ontology.datasets.flatMap(({ label, fields }) => [
    label,
    ...fields.map((field) => field.label),
  ])
  const names = ontology.metrics.flatMap(({ label, synonyms }) => [label, ...synonyms])
  for (const name of [...labels, ...names])
    for (const word of name.toLowerCase().split(/[^\p{L}]+/u)) words.add(word)
  for (const word of categoryWords(ontology)) for (const one of [word, plural(word)]) words.add(one)
  const usable = [...words].filter((word) => /^\p{L}{3,}$/u.test(word))
  const vocabulary = { known: new Set(usable), byLetter: Map.groupBy(usable, (word) => word[0] ?? '') }
  made.set(ontology, vocabulary)
  return vocabulary
}

/** Words of values that many rows share, such as states and kinds. */
function categoryWords({ datasets }: Ontology): readonly string[] {
  return datasets.flatMap(({ fields, isHidden }) =>
    isHidden
      ? []
      : fields
          .filter(
            ({ type, role, statistics }) =>
              type === 'text' && role !== 'name' && role !== 'identifier' && statistics.distinct <= mostKinds,
          )
          .flatMap(({ sample }) => sample.flatMap((value) => value.toLowerCase().split(/[^\p{L}]+/u)))
          .filter((word) => word.length > 2),
  )
}

const mostKinds = 30
