import type { Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { eventsNamed } from './event-names.ts'
import { isPast } from '../words/verbal.ts'
import { wordForms } from '../words/word-forms.ts'

/**
 * "What share of loans gets renewed", where rows only have a number of renewals: those with one at least. Not where a day or a value says so
 * too. Every other word keeps its place.
 */
export function withActionsCounted(question: string, ontology: Ontology): string {
  // How often it was done is the number itself.
  if (/\b(?:times|often|most|least|more|fewer)\b/i.test(question)) return question
  return question
    .replace(done, (all, has: string, action: string) => {
      const label = /\b(?:not|never|n['’]t)\b/i.test(all) ? null : countOf(action, ontology)
      return label === null ? all : `${/^(?:is|was|gets|has)/i.test(has) ? 'has' : 'have'} ${label} above 0`
    })
    .replace(before, (all, action: string, thing: string) => {
      const label = countOf(action, ontology)
      return label === null ? all : `${thing} with ${label} above 0`
    })
}

const done =
  /\b(gets?|got|get|was|were|is|are|has been|have been|had been|been) (?:ever |later |then )?(\p{L}+ed)\b(?! (?:by|at|with|to|for)\b)/giu
const before = /\b(\p{L}+ed) (\p{L}+s)\b/giu

/** `renewal count`, `times renewed`: the name of the only number that counts such actions. */
function countOf(action: string, ontology: Ontology): string | null {
  const word = action.toLowerCase()
  if (!isPast(word) || ontology.values.exact(word).length > 0 || eventsNamed(word, ontology).length > 0)
    return null
  const forms = new Set([word, ...wordForms(word)])
  const found = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).flatMap((field) => {
          const [, first = '', second = ''] =
            /^(?:(\p{L}+) (?:count|times)|(?:times|number of times) (\p{L}+))$/iu.exec(field.label) ?? []
          return isMeasure(field) && forms.has((first || second).toLowerCase()) ? [field.label] : []
        }),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only.toLowerCase()
}
