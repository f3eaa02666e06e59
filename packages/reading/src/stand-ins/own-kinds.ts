import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "How many passes of each type": the `pass types` that passes refer to, where several things have types. */
export function ownKinds({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  return tokens.flatMap(({ lower }, from): readonly StandIn[] => {
    const before = tokens[from - 1]?.lower ?? ''
    if (!/^(?:type|kind|sort)s?$/.test(lower) || !/^(?:each|by|per|every|which)$/.test(before)) return []
    if (/^(?:of|is|are)$/.test(tokens[from + 1]?.lower ?? '')) return []
    const [table, ...more] = new Set(
      ontology.datasets
        .filter((each) => !each.isHidden && isSaid(each, tokens.slice(0, from)))
        .flatMap((each) => parentsOf(each, ontology).filter(isOfKinds)),
    )
    return table === undefined || more.length > 0
      ? []
      : [{ from, to: from + 1, name: table.label, changesNumbers: false }]
  })
}

function isOfKinds({ label }: Dataset): boolean {
  return /\b(?:types?|kinds?|categor(?:y|ies)|classes)$/i.test(label)
}

/** By its name, or by the last word of it. */
function isSaid({ label }: Dataset, tokens: readonly Token[]): boolean {
  const said = tokens.flatMap(({ forms }) => forms)
  const head = nameWords(label).at(-1)
  return (
    head !== undefined &&
    (said.includes(head) || tokenize(label).every(({ forms }) => forms.some((one) => said.includes(one))))
  )
}
