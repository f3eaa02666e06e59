import type { Field } from '@quipu/query'
import { compare, field as fieldRef, literal } from '../interpret/builder.ts'
import { flagValues } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import { deadFlag } from '../metrics/not-sold.ts'
import { isBought } from '../metrics/direction.ts'
import { isPaidOut } from '../metrics/paid-out.ts'
import {
  asBusiness,
  measured,
  mentionsOf,
  metricSlot,
  owedSum,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { dueMoment } from '../business/named-moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { stateMeaning } from './states.ts'

/** "how much do we owe our suppliers": the amounts of what was bought and is not paid. */
export function owedToSuppliers(asked: Asked): Measured | null {
  const { scan, ontology } = asked
  const verbs = mentionsOf(scan, 'verb')
  const [verb, ...more] = verbs
  if (verb?.verb !== 'owe' || verb.mode === 'not' || more.length > 0) return null
  const party = mentionsOf(scan, 'thing').find(({ dataset }) => isSupplier(dataset.label))
  const isOurs = /\bwe\b/i.test(verb.text) && asked.things.length === 0
  const paid = party === undefined ? paidOutTo(asked, verb) : null
  if (paid !== null) return paid
  if (party === undefined && !isOurs) return owedToNamed(asked, verb)
  const bought = ontology.datasets.flatMap((dataset) => {
    if (dataset.isHidden || !isBought(dataset, ontology)) return []
    if (party !== undefined && !reachesOne(dataset.name, party.dataset.name, ontology)) return []
    const unpaid = stateMeaning('unpaid', dataset, ontology, '')?.condition ?? null
    const amount = owedSum(dataset)
    return unpaid === null || amount === null ? [] : [{ dataset, unpaid, amount }]
  })
  // Bills say what has to be paid, not the orders before them.
  const bills = bought.filter(({ dataset }) => /\b(?:invoices?|bills?)$/i.test(dataset.label))
  const [only, ...others] = bills.length > 0 ? bills : bought
  if (only === undefined || others.length > 0) return party === undefined ? owedToNamed(asked, verb) : null
  const { dataset, unpaid, amount } = only
  const due = dueMoment(dataset)
  const isTimed = mentionsOf(scan, 'time').length > 0
  // What was billed in a period is another question.
  if (isTimed && due === null) return null
  const flag = deadFlag(dataset)
  const no = flag === null ? null : (flagValues(flag)?.no ?? null)
  const isOne =
    party === undefined || (scan.asks.includes('much') && scan.rank === null && party.mode !== 'by')
  const used = isOne && party !== undefined ? [...verbs, party] : verbs
  const found = measured([amount], isOne || party === undefined ? null : party.dataset, used)
  return asBusiness({
    ...found,
    ...(isTimed && due !== null ? { moment: fieldRef(dataset, due) } : {}),
    filters: [
      { key: 'state unpaid', condition: unpaid },
      ...(flag === null || no === null
        ? []
        : [
            {
              key: `${dataset.name}.${flag.name}`,
              condition: compare(fieldRef(dataset, flag), '=', literal(no)),
            },
          ]),
    ],
  })
}

/** "what do we owe the coaches": of the payouts to them, what has not gone out. */
function paidOutTo({ scan, ontology }: Asked, verb: Of<'verb'>): Measured | null {
  const parties = mentionsOf(scan, 'thing')
  const [party, ...others] = parties
  if (!/\bwe\b/i.test(verb.text) || party === undefined || others.length > 0) return null
  const [only, ...more] = ontology.datasets.filter(
    (each) => !each.isHidden && isPaidOut(each) && reachesOne(each.name, party.dataset.name, ontology),
  )
  const unpaid = only === undefined ? null : (stateMeaning('unpaid', only, ontology, '')?.condition ?? null)
  const amount = only === undefined ? null : owedSum(only)
  if (unpaid === null || amount === null || more.length > 0) return null
  const isEach = party.mode === 'by' || party.isEach || scan.asks.includes('which') || scan.rank !== null
  return asBusiness({
    ...measured([amount], isEach ? party.dataset : null, isEach ? [verb] : [verb, party]),
    filters: [{ key: 'state unpaid', condition: unpaid }],
  })
}

/** Suppliers who have no rows of their own: what was bought names them in a text. */
function owedToNamed({ scan, metric, ontology }: Asked, verb: Of<'verb'>): Measured | null {
  const spending = metric('spending')
  const home = spending === null ? null : homeOf(spending.name, ontology)
  const { trade } = businessOf(ontology)
  const sold = [trade?.header, trade?.lines?.dataset]
  const found = mentionsOf(scan, 'field').flatMap((party) =>
    party.nouns.flatMap((noun) => {
      if (noun.kind !== 'field' || !isSeller(noun.field) || sold.includes(noun.dataset)) return []
      if (home !== null && noun.dataset.name !== home) return []
      const condition = stateMeaning('unpaid', noun.dataset, ontology, '')?.condition ?? null
      const amount = spending === null ? owedSum(noun.dataset) : metricSlot(spending)
      return condition === null || amount === null ? [] : [{ party, condition, amount }]
    }),
  )
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return null
  const { party, condition, amount } = only
  const isOne = scan.asks.includes('much') && scan.rank === null && party.mode !== 'by'
  return asBusiness({
    ...measured([amount], null, isOne ? [verb, party] : [verb]),
    filters: [{ key: 'state unpaid', condition }],
  })
}

/** A text of what was bought that names suppliers, or people and firms of another name: makers, growers. */
function isSeller({ label, type, isUnique }: Field): boolean {
  return isSupplier(label) || (type === 'text' && !isUnique && isPerson(nameWords(label).at(-1) ?? ''))
}

function isSupplier(label: string): boolean {
  return nameWords(label).some((word) => word === 'supplier' || word === 'vendor')
}
