import type { Dataset, Ontology } from '@quipu/query'
import { eventFieldsOf, stemsOf } from './event-fields.ts'
import { plural } from '../words/word-forms.ts'
import { nameWords } from './name-words.ts'

/** "drop offs", "check-ins", "signups": the rows whose own date has this verb, where nothing has this name. */
export function withEventNouns(
  question: string,
  ontology: Ontology,
  ownDate: (dataset: Dataset) => unknown,
): string {
  return question.replaceAll(pattern, (text, verb: string, particle: string) => {
    const name = `${verb}${particle}`.toLowerCase()
    const isNamed = ontology.datasets.some(({ label, fields }) =>
      [label, ...fields.map((field) => field.label)].some((one) => nameWords(one).join('').startsWith(name)),
    )
    const isValue = [text, `${verb} ${particle}`, `${verb}-${particle}`, name].some(
      (one) => ontology.values.exact(one).length > 0,
    )
    if (isNamed || isValue) return text
    const stems = stemsOf(verb.toLowerCase())
    const [only, ...more] = eventFieldsOf(ontology).filter(
      ({ dataset, field, stems: own }) =>
        !dataset.isHidden && ownDate(dataset) === field && [...own].some((stem) => stems.has(stem)),
    )
    return only === undefined || more.length > 0 ? text : pluralOf(only.dataset.label)
  })
}

const pattern = /(?<![\p{L}-])(\p{L}{3,})[- ]?(off|up|in|out)s(?![\p{L}-])/giu

/** A label may be one already. */
function pluralOf(label: string): string {
  return label.endsWith('s') ? label : plural(label)
}
