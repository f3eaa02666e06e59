import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { paidOut } from '../metrics/paid-out.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

const asked =
  /^(?:and |so )?(?:how much|what) (?:(?:money|in total) )?(?:have we|did we|do we|has been|have been|was|were|is|are we|we have|we)(?: already| so far)* (?:paid|pay|paying) out(?: (?:to|for) (?:the |our |all |all our )*(\p{L}+))?(?= |$)/u

/** "how much have we paid out to our authors this year": what went out, where payouts have rows and name these people anyway. */
export function payoutsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const metric = businessOf(ontology).metric(paidOut)
  const found = metric === null ? null : asked.exec(tokens.map(({ lower }) => lower).join(' '))
  if (metric === null || found === null || found === undefined) return []
  const home = homeOf(metric.name, ontology)
  const rows = ontology.datasets.find(({ name }) => name === home)
  const [, people] = found
  const isOfRows =
    people === undefined ||
    (rows !== undefined &&
      parentsOf(rows, ontology).some(({ label }) => nameWords(label).at(-1) === singular(people)))
  const words = found[0].trim().split(' ').length
  return isOfRows ? [{ from: 0, to: words, name: 'total amount paid out', changesNumbers: false }] : []
}
