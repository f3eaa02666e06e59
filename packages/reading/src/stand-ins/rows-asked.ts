import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { numberLike } from '../words/inflect.ts'
import type { StandIn, Words } from './stand-in.ts'

/** Words that only say that a row is one of many: a class session is a class. */
const heads: ReadonlySet<string> = new Set(
  'session slot occurrence instance occasion date run record entry register file sheet card master header'.split(
    ' ',
  ),
)

/** "classes" for `class sessions`, where nothing else is called so. */
export function rowsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  return tokens.flatMap(({ kind, lower }, from): readonly StandIn[] => {
    const [word, ...more] = kind === 'word' ? nameWords(lower) : []
    if (word === undefined || more.length > 0) return []
    const dataset = calledAfter(word, ontology)
    const isPlural = lower !== word
    const next = tokens[from + 1]?.lower
    // "A class pack" is another thing.
    if (dataset === null || heads.has(nameWords(next ?? '')[0] ?? '')) return []
    if (!isPlural && next !== undefined && !small.test(next)) return []
    return [{ from, to: from + 1, name: numberLike(isPlural, dataset.label), changesNumbers: false }]
  })
}

const small =
  /^(?:on|in|at|last|this|next|per|by|and|or|are|is|was|were|do|did|had|has|have|we|for|with|from|to|since|until|today|yesterday|tomorrow|each|that|who|which|of|the)$/

/** The only dataset with this word before a head that adds nothing. Null where something else has the word as its name. */
function calledAfter(word: string, { datasets, values }: Ontology): Dataset | null {
  const shown = datasets.filter(({ isHidden }) => !isHidden)
  const [only, ...more] = shown.filter(({ label }) => {
    const [first, head, ...others] = nameWords(label)
    return first === word && head !== undefined && heads.has(head) && others.length === 0
  })
  const isOther =
    values.exact(word).length > 0 ||
    shown.some(
      ({ label, fields }) =>
        nameWords(label).at(-1) === word ||
        fields.some((field) => !field.isHidden && nameWords(field.label).join(' ') === word),
    )
  return only === undefined || more.length > 0 || isOther ? null : only
}
