import type { Expression, Ontology } from '@quipu/query'

const known = new WeakMap<Ontology, Map<number, Ontology>>()

/** The ontology with a fiscal year that begins in this month. Made once, so that what hangs on it is made once. */
export function withFiscalStart(ontology: Ontology, month: number): Ontology {
  const made = known.get(ontology) ?? new Map<number, Ontology>()
  known.set(ontology, made)
  const one = made.get(month) ?? { ...ontology, calendar: { ...ontology.calendar, fiscalYearStart: month } }
  made.set(month, one)
  return one
}

/** What makes a period a fiscal one: with the start that the reading goes by, which may be that of its question alone. */
export function fiscalOf({
  fiscalYearStart,
}: Ontology['calendar']): Pick<Extract<Expression, { kind: 'period' }>, 'fiscal' | 'fiscalStart'> {
  return { fiscal: true, ...(fiscalYearStart === null ? {} : { fiscalStart: fiscalYearStart }) }
}
