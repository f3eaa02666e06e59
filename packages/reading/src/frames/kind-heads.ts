import type { Dataset, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { emptyFrame, type Frame } from '../plan/frame.ts'
import { singular } from '../words/word-forms.ts'

/** "log cabins": the things with this value, or of this kind where kinds have rows of their own. Null where several things may be meant. */
export function ofKind(
  said: string,
  isCount: boolean,
  ontology: Ontology,
  fits: (thing: Dataset) => boolean,
): Frame | null {
  const head = said.replace(/^(?:of )?(?:our|the|my|all) /, '')
  const isThing = ontology.datasets.some(({ label }) => singular(label.toLowerCase()) === singular(head))
  const found = isThing ? [] : [...ontology.values.exact(head), ...ontology.values.exact(singular(head))]
  const all = found.flatMap(({ dataset: name, field: of, value }) => {
    const owner = ontology.datasets.find((each) => each.name === name)
    const field = owner?.fields.find((each) => each.name === of)
    if (owner === undefined || field === undefined) return []
    // A name of the thing itself is one of them, and no kind.
    return [...(field.role === 'name' ? [] : [owner]), ...childrenOf(owner, ontology)]
      .filter(fits)
      .map((thing) => ({ thing, key: `${name}.${of}`, of: fieldOf(owner, field), value }))
  })
  const [only, ...more] = [...new Map(all.map((one) => [`${one.key} ${one.thing.name}`, one])).values()]
  if (only === undefined || more.length > 0) return null
  const { thing, key, of, value } = only
  return {
    ...emptyFrame,
    subject: isCount ? null : thing.name,
    measures: isCount ? [{ kind: 'count', dataset: thing.name }] : [],
    filters: [{ key, condition: compare(of, '=', literal(value)) }],
  }
}
