import { singularLabel, type Dataset, type Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { isBuyer } from '../metrics/direction.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { owedBills } from '../metrics/owed.ts'
import { tradeNames } from '../metrics/trade-names.ts'
import { rewritten } from '../words/idioms.ts'

/**
 * "Tuition arrears", "behind with the rent": where all that is owed are charges of one name, that name says no more than that they are
 * owed. Every other word keeps its place.
 */
export function withOwedNamed(question: string, ontology: Ontology): string {
  if (!owing.test(question)) return question
  const bills = owedBills(ontology)?.dataset
  const [only, ...more] =
    bills === undefined ? [] : nameWords(bills.label).filter((word) => !general.has(word))
  if (bills === undefined || only === undefined || more.length > 0) return question
  const label = singularLabel(bills.label).toLowerCase()
  const name = String.raw`(?:${label}s?|${only}s?(?: (?:payments?|money|charges?))?)`
  const of = (pattern: string): RegExp => new RegExp(pattern, 'giu')
  const plain = rewritten(question, [
    {
      pattern: of(String.raw`\b${name} (?:in )?arrears\b(?: (?:as of )?(?:today|now|right now))?`),
      plain: 'overdue amount',
    },
    {
      pattern: of(
        String.raw`\b(?:behind|in arrears|late) (?:with|on|in) (?:paying )?(?:(?:the|their|his|her|our|its) )?${name}`,
      ),
      plain: 'overdue',
    },
    {
      pattern: of(
        String.raw`(?<=\bhow much )${name} (?=(?:is|are|do|does)(?: still)? (?:overdue|outstanding|owed|unpaid|owing|open))`,
      ),
      plain: '',
    },
    {
      pattern: of(
        String.raw`\b((?:total )?(?:overdue|outstanding)) ${name}(?=\W*$| (?:per|by|for|of|in|at|from|this|last|today|now)\b)`,
      ),
      plain: '$1 amount',
    },
  ])
  const party = nearestPeople([bills], ontology)
  return plain === question || party === null
    ? plain
    : plain.replace(howMuch, `overdue amount per ${singularLabel(party.label).toLowerCase()}`)
}

/** "Who is behind with it, and by how much": the whole question. */
const howMuch = /^\W*who (?:is|are)\W+overdue\W+(?:and )?(?:by )?how much\b/iu

/** Those whom the charges name, directly or by what they are for. */
function nearestPeople(from: readonly Dataset[], ontology: Ontology, steps = 3): Dataset | null {
  const above = [...new Set(from.flatMap((each) => parentsOf(each, ontology)))]
  const [only, ...more] = above.filter(isBuyer)
  if (only !== undefined) return more.length > 0 ? null : only
  return steps === 0 || above.length === 0 ? null : nearestPeople(above, ontology, steps - 1)
}

const owing = /\b(?:arrears|behind|late|overdue|outstanding|owed|unpaid|owing|open)\b/i

/** Orders and bookings are no money, unlike rent or tuition. */
const general: ReadonlySet<string> = new Set([
  ...'charge bill invoice fee instalment installment statement due item line account ledger entry'.split(' '),
  ...tradeNames,
])
