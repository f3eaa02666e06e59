import { weighedAgain } from '../confidence/features.ts'
import { isAlike, traitsOf, type QueryTraits } from '../confidence/query-traits.ts'
import { hasTrade } from '../business/business.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import type { Reading } from '../plan/reading.ts'
import { signal, type Doubted, type Signal } from './signal.ts'

/** Who has read the question, and what the other reader makes of it. */
export function ofReaders({ reading, other, ontology }: Doubted): readonly Signal[] {
  if (reading.frame !== undefined) return ofSlots(reading, other)
  // The grammar knows no words of business.
  return [...ofGrammar(reading, other), signal('grammarInTrade', hasTrade(ontology))]
}

function ofGrammar({ query, confidence, signals = {} }: Reading, other: Doubted['other']): readonly Signal[] {
  const odds = Math.log(Math.max(confidence, 0.02) / Math.max(1 - confidence, 0.02))
  const second = other?.status === 'readings' ? other.readings[0] : null
  const isSame = second !== null && isAlike(traitsOf(second.query), traitsOf(query))
  return [
    signal('byGrammar', true),
    signal('grammarOdds', Math.max(-2, Math.min(4, odds)), 'The words fit the data only in part'),
    signal('slotsSame', isSame),
    ...weighedAgain.map((name) => signal(name, signals[name] ?? 0)),
  ]
}

function ofSlots({ frame, query }: Reading, plan: Doubted['other']): readonly Signal[] {
  const kinds: readonly MeasureSlot['kind'][] = frame?.measures.map(({ kind }) => kind) ?? []
  const other = plan?.status === 'readings' ? plan.readings[0] : null
  const offered = plan?.status === 'clarification' ? (plan.readings[0] ?? null) : null
  const [one, second] = [traitsOf(query), other === null ? null : traitsOf(other.query)]
  const isSame = second !== null && isAlike(one, second)
  const isApart = second !== null && !isSame
  return [
    signal('slotMetric', kinds.includes('metric')),
    signal('slotCount', kinds.includes('count')),
    signal('slotList', kinds.length === 0),
    signal(
      'slotOther',
      kinds.some((kind) => !['metric', 'count', 'field'].includes(kind)),
    ),
    signal('grammarSame', isSame),
    signal('grammarOtherData', isApart && !isWithin(second.datasets, one), otherwise(other)),
    signal('grammarAsks', plan?.status === 'clarification', otherwise(offered)),
    signal('grammarNothing', plan?.status === 'cannot_answer'),
  ]
}

function isWithin(names: ReadonlySet<string>, { datasets }: QueryTraits): boolean {
  return [...names].every((name) => datasets.has(name))
}

function otherwise(reading: Reading | null): string | undefined {
  return reading === null || reading.restatement === ''
    ? undefined
    : `It could also mean: ${reading.restatement}`
}
