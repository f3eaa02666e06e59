import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { isBill } from '../metrics/owed.ts'
import { paymentsFor } from '../metrics/payments.ts'
import { numberLike } from '../words/inflect.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "how many payments" for the receipts of bills, where nothing is called payments; "payments" alone for what they came to. */
export function paymentsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const at = tokens.findIndex(({ lower }) => lower === 'payments')
  // "payments received" is an amount, and "we made" are ours.
  if (at < 0 || tokens.some(({ lower }) => /^(?:received|receive|made|make|we|our|suppliers?)$/.test(lower)))
    return []
  const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
  if (shown.some(({ label }) => nameWords(label).includes('payment'))) return []
  const [only, ...more] = new Set(
    shown
      .filter((each) => isBill(each, ontology))
      .flatMap((each) => paymentsFor(each, ontology)?.dataset ?? []),
  )
  if (only === undefined || more.length > 0) return []
  // "payments by method" are what came in, and not how often.
  const isCounted = tokens.slice(0, at).some(({ lower }) => /^(?:many|number|list|which)$/.test(lower))
  const amount = ontology.metrics.find(({ name }) => name === 'payments_received')
  const name = isCounted ? numberLike(true, only.label) : (amount?.label ?? null)
  return name === null ? [] : [{ from: at, to: at + 1, name, changesNumbers: true }]
}
