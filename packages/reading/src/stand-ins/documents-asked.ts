import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { numberLike } from '../words/inflect.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "delivery notes" for the `deliveries` with a `note number`: a paper with the number of the rows stands for them. */
export function documentsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const next = tokens[from + 1]
    if (token.kind !== 'word' || next?.kind !== 'word') return []
    const [only, ...more] = ontology.datasets.filter(({ label, isHidden }) => {
      const words = nameWords(label)
      return !isHidden && words.length === 1 && token.forms.includes(words[0] ?? '')
    })
    const isNumbered =
      only !== undefined &&
      visible(only).some(({ role, label }) => {
        const [paper = '', number, ...rest] = nameWords(label)
        return role === 'identifier' && number === 'number' && rest.length === 0 && next.forms.includes(paper)
      })
    if (
      only === undefined ||
      more.length > 0 ||
      !isNumbered ||
      /^(?:numbers?|nos?)$/.test(tokens[from + 2]?.lower ?? '')
    )
      return []
    const name = numberLike(next.lower.endsWith('s'), only.label)
    return [{ from, to: from + 2, name, changesNumbers: false }]
  })
}
