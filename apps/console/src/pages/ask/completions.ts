import type { Ontology } from './choices.ts'

export interface Completion {
  /** The completed question. */
  readonly question: string
  readonly title: string
  readonly note: string
}

const most = 8

/** Completions of the last word of a question, and whole questions that contain the typed text. */
export function completionsOf(
  text: string,
  ontology: Ontology | undefined,
  values: readonly string[],
): readonly Completion[] {
  const typed = text.trim().toLowerCase()
  if (typed.length < 2 || ontology === undefined) return []
  const whole = (ontology.overlay.verified ?? [])
    .filter(({ question }) => question.toLowerCase().includes(typed) && question.toLowerCase() !== typed)
    .map(({ question }) => ({ question, title: question, note: 'verified question' }))
  const [, before = '', word = ''] = /^(.*?)(\S+)$/s.exec(text) ?? []
  if (word === '') return whole.slice(0, most)
  const known = wordsOf(ontology)
  const start = word.toLowerCase()
  const next = known
    .filter(({ name }) => name.startsWith(start) && name !== start)
    .map(({ name, note }) => ({ question: before + name, title: name, note }))
  const found = values.map((value) => ({ question: before + value, title: value, note: 'value' }))
  const all = [...whole, ...next, ...found]
  return [...new Map(all.map((one) => [one.question, one])).values()].slice(0, most)
}

/** The word that is being typed, if it is long enough to look it up among the values. */
export function lookedUpWord(text: string): string {
  const [word = ''] = /\S{3,}$/.exec(text) ?? []
  return word
}

function wordsOf({ metrics, datasets }: Ontology): readonly { name: string; note: string }[] {
  const found = metrics.flatMap(({ label, synonyms }) =>
    [label, ...synonyms].map((name) => ({ name: name.toLowerCase(), note: 'metric' })),
  )
  for (const dataset of datasets) {
    if (dataset.is_hidden) continue
    for (const name of [dataset.label, ...dataset.synonyms])
      found.push({ name: name.toLowerCase(), note: 'dataset' })
    for (const field of dataset.fields)
      if (!field.is_hidden)
        for (const name of [field.label, ...field.synonyms])
          found.push({ name: name.toLowerCase(), note: `of ${dataset.label.toLowerCase()}` })
  }
  return found
}
