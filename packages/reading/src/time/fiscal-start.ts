import type { Expression, Ontology } from '@quipu/query'

const known = new WeakMap<Ontology, Map<number, Ontology>>()

/** The ontology with a fiscal year that begins in this month. Cached, so that everything derived from it is cached too. */
export function withFiscalStart(ontology: Ontology, month: number): Ontology {
  const made = known.get(ontology) ?? new Map<number, Ontology>()
  known.set(ontology, made)
  const one = made.get(month) ?? { ...ontology, calendar: { ...ontology.calendar, fiscalYearStart: month } }
  made.set(month, one)
  return one
}

/** The options of a fiscal period: with the start that the reading uses, which may be set only for this question. */
export function fiscalOf({
  fiscalYearStart,
}: Ontology['calendar']): Pick<Extract<Expression, { kind: 'period' }>, 'fiscal' | 'fiscalStart'> {
  return { fiscal: true, ...(fiscalYearStart === null ? {} : { fiscalStart: fiscalYearStart }) }
}
