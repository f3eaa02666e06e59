import { stemsOf } from '../lexicon/event-fields.ts'
import { fillers, nameWords } from '../lexicon/name-words.ts'
import { tokenize } from '../words/tokens.ts'
import { wordForms } from '../words/word-forms.ts'

/** The words of a question, to tell which names somebody has said. */
export interface WordsSaid {
  /** Whether a word of the name was said that not every name has. */
  readonly names: (name: string) => boolean
  /** Whether every word of the text was said, if in another form. */
  readonly says: (text: string) => boolean
}

/** Words that many names have, so that they name nothing alone. */
const general: ReadonlySet<string> = new Set([
  ...fillers,
  ...'name number no id code date day time at key line item detail record'.split(' '),
])

export function wordsSaid(question: string): WordsSaid {
  const forms = new Set(
    tokenize(question).flatMap(({ lower, forms: own }) => [lower, ...own, ...nameWords(lower)]),
  )
  const stems = new Set([...forms].flatMap((form) => [...stemsOf(form)]))
  const isSaid = (word: string): boolean =>
    wordForms(word).some((form) => forms.has(form)) || [...stemsOf(word)].some((stem) => stems.has(stem))
  return {
    names: (name) => {
      const words = nameWords(name)
      const own = words.filter((word) => !general.has(word))
      return (own.length > 0 ? own : words).some(isSaid)
    },
    says: (text) => {
      const words = nameWords(text)
      return words.length > 0 && words.every(isSaid)
    },
  }
}
