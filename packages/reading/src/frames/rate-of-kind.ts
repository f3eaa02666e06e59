import { metricExpression, type Condition, type Ontology } from '@quipu/query'
import { and } from '../interpret/builder.ts'
import { deadStates, stateField } from '../metrics/not-sold.ts'
import { conjuncts } from '../restate/fields.ts'
import type { FilterSlot, Frame, MeasureSlot } from '../plan/frame.ts'

/** Of an amount that leaves out cancelled rows, cancelled ones are no part: their number is a part of all rows. */
export function countedNotSold(frame: Frame, ontology: Ontology): Frame {
  const [slot, ...more] = frame.measures
  if (slot?.kind !== 'portion' || more.length > 0) return frame
  const whole = metricExpression(slot.name, ontology)
  const without = whole.kind === 'aggregate' && whole.where?.kind === 'not' ? whole.where.of : null
  if (without?.kind !== 'in' || without.of.kind !== 'field') return frame
  const { dataset, field } = without.of
  const isOut = conjuncts(slot.condition).some(
    (one) =>
      one.kind === 'compare' &&
      one.operator === '=' &&
      one.left.kind === 'field' &&
      one.left.dataset === dataset &&
      one.left.field === field &&
      one.right.kind === 'literal' &&
      without.values.some((value) => value === (one.right.kind === 'literal' ? one.right.value : null)),
  )
  const rate: MeasureSlot = { kind: 'rate', dataset, condition: slot.condition, of: slot.of }
  return isOut ? { ...frame, measures: [rate] } : frame
}

/**
 * "cancelled web orders in percent": of the web orders, those that are cancelled. Where one condition of a part is on the state of the rows
 * and the others say of which kind they are, all rows of this kind are the whole. The answer says so.
 */
export function rateOfKind(frame: Frame, ontology: Ontology): Frame {
  const rates = frame.measures.flatMap((one) => (one.kind === 'rate' ? [one] : []))
  const [first] = rates
  const isOne = rates.every((one) => JSON.stringify(one.condition) === JSON.stringify(first?.condition))
  if (first === undefined || rates.length < frame.measures.length || !isOne) return frame
  if (!rates.some(({ of }) => of !== 'count')) return frame
  const dataset = ontology.datasets.find(({ name }) => name === first.dataset)
  const state = dataset === undefined ? null : stateField(dataset, deadStates, ontology)
  if (dataset === undefined || state === null) return frame
  const all = conjuncts(first.condition)
  const isState = (one: Condition): boolean =>
    one.kind === 'compare' &&
    one.left.kind === 'field' &&
    one.left.dataset === state.dataset.name &&
    one.left.field === state.field.name
  const kinds = all.flatMap((one): readonly FilterSlot[] =>
    one.kind === 'compare' && one.operator === '=' && one.left.kind === 'field' && !isState(one)
      ? [{ key: `${one.left.dataset}.${one.left.field}`, condition: one }]
      : [],
  )
  const own = and(all.filter(isState))
  if (own === null || kinds.length === 0 || kinds.length + 1 !== all.length) return frame
  const texts = kinds.map(({ condition }) =>
    condition.kind === 'compare' && condition.right.kind === 'literal' ? String(condition.right.value) : '',
  )
  const says = `The whole is all ${dataset.label} with ${texts.join(' and ')}.`
  return {
    ...frame,
    measures: rates.map((one) => ({ ...one, condition: own })),
    filters: [...frame.filters, ...kinds],
    notes: [...frame.notes, { about: 'what the percentage is of', says, changesNumbers: true }],
  }
}
