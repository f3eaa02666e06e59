import type { Ontology } from '../../ontology/ontology.ts'

const known = new WeakMap<Ontology, Map<number, Ontology>>()

/** The ontology with a fiscal year that begins in this month. Made once, so that what hangs on it is made once. */
export function withFiscalStart(ontology: Ontology, month: number): Ontology {
  const made = known.get(ontology) ?? new Map<number, Ontology>()
  known.set(ontology, made)
  const one = made.get(month) ?? { ...ontology, calendar: { ...ontology.calendar, fiscalYearStart: month } }
  made.set(month, one)
  return one
}
