import type { Ontology } from '@quipu/query'
import { singular } from '../words/word-forms.ts'

/** "how many dogs, cats, rabbits etc do we have": the rows for each value of the field that has all of these. */
export function withValuesAndSoOn(question: string, ontology: Ontology): string {
  return question.replace(listed, (all, lead: string, list: string) => {
    const words = list.split(/,| and | or |\s*\/\s*/).map((one) => one.trim().toLowerCase())
    const said = words.filter((one) => one !== '')
    const places = said.map(
      (word) =>
        new Set(
          [...ontology.values.exact(word), ...ontology.values.exact(singular(word))].map(
            ({ dataset, field }) => `${dataset}\u0000${field}`,
          ),
        ),
    )
    const [first, ...others] = places
    const shared = [...(first ?? [])].filter((place) => others.every((each) => each.has(place)))
    const [only = '', ...more] = shared
    const [name, field] = only.split('\u0000')
    const dataset = ontology.datasets.find((each) => each.name === name)
    const label = dataset?.fields.find((each) => each.name === field)?.label
    if (said.length < 2 || more.length > 0 || dataset === undefined || label === undefined) return all
    return `${lead} ${dataset.label} per ${label.toLowerCase()}`
  })
}

const listed =
  /\b(how many|number of|count of) (?:the |our )?(\p{L}[\p{L} ,/]*?),? (?:etc\b\.?|et cetera\b|and so on\b|and so forth\b|and the like\b|and all that\b)/giu
