import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "how many chairs did we rent out": to rent out is to sell, where what is sold goes out and comes back. */
export function hiresAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  if (!isHire(ontology)) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const form = forms.get(token.lower)
    if (form === undefined || (token.lower !== 'hired' && isKnown(token) && isNamed(token.lower, ontology)))
      return []
    const before = tokens[from - 1]?.lower ?? ''
    const isVerb = form === 'sold' || /^(?:we|they|people|customers|clients|to|did|do|does)$/.test(before)
    if (!isVerb) return []
    const to = tokens[from + 1]?.lower === 'out' ? from + 2 : from + 1
    return [{ from, to, name: form, changesNumbers: true }]
  })
}

const forms: ReadonlyMap<string, string> = new Map([
  ['rent', 'sell'],
  ['rents', 'sells'],
  ['rented', 'sold'],
  ['hire', 'sell'],
  ['hires', 'sells'],
  ['hired', 'sold'],
])

/** Whether sales have a day on which things go out and one on which they are back. */
function isHire(ontology: Ontology): boolean {
  const header = businessOf(ontology).trade?.header
  const moments = header === undefined ? [] : visible(header).filter(isMoment)
  const has = (pattern: RegExp): boolean => moments.some(({ label }) => pattern.test(label))
  return has(/\b(?:back|returned|return|due in)\b/i) && moments.length > 1
}

function isNamed(word: string, { datasets }: Ontology): boolean {
  const [base = word] = nameWords(word)
  return datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).includes(base))
}
