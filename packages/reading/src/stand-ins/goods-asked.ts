import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { wholeOf } from '../business/levels.ts'
import { soldThings } from '../business/sold-things.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "items nobody ever bought", "products we never sold": what is sold, and not a field of other rows that is called an item. */
export function goodsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const lower = tokens.map((token) => token.lower)
  const at = lower.findIndex((word) => /^(?:items|products|articles|goods)$/.test(word))
  const isHead = lower
    .slice(0, at)
    .every((word) => /^(?:which|what|list|show|me|all|our|the|any)$/.test(word))
  if (at < 0 || !isHead || !lacking.test(lower.slice(at + 1).join(' '))) return []
  const [goods, ...others] = soldThings(businessOf(ontology).trade, ontology)
  const [base = ''] = nameWords(lower[at] ?? '')
  const isCalled = ontology.datasets.some(
    ({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === base,
  )
  return goods === undefined || others.length > 0 || isCalled
    ? []
    : [{ from: at, to: at + 1, name: (wholeOf(goods, ontology) ?? goods).label, changesNumbers: false }]
}

const lacking =
  /^(?:(?:that|which) )?(?:(?:we )?(?:have |has )?never|nobody|no one|no-one|(?:we )?(?:have not|haven't|did not|didn't)|were (?:not|never)|have(?: not|n't)? been)\b/
