import type { Settings } from '@quipu/kit'
import type { Calendar, Ontology } from '@quipu/query'
import { dataAgentSettings } from './user-settings.ts'

/** The calendar of a person's settings. Null means not set; an invalid setting is ignored. */
export interface OwnCalendar {
  readonly weekStart: Calendar['weekStart'] | null
  readonly fiscalYearStart: number | null
}

export function ownCalendarOf({ preferences }: Settings): OwnCalendar {
  const given = { ...(preferences['dataAgent'] as object | undefined) } as Record<string, unknown>
  const { weekStart, fiscalYearStart } = dataAgentSettings.shape
  return {
    weekStart: weekStart.safeParse(given['weekStart']).data ?? null,
    fiscalYearStart: fiscalYearStart.safeParse(given['fiscalYearStart']).data ?? null,
  }
}

const known = new WeakMap<Ontology, Map<string, Ontology>>()

/**
 * The week is a person's habit, so their own start counts. The fiscal year belongs to the data, so their own start counts
 * only where the ontology has none. Cached, so that everything derived from the ontology is cached too.
 */
export function withOwnCalendar(ontology: Ontology, own: OwnCalendar): Ontology {
  const { calendar } = ontology
  const weekStart = own.weekStart ?? calendar.weekStart
  const fiscalYearStart = calendar.fiscalYearStart ?? own.fiscalYearStart
  if (weekStart === calendar.weekStart && fiscalYearStart === calendar.fiscalYearStart) return ontology
  const made = known.get(ontology) ?? new Map<string, Ontology>()
  known.set(ontology, made)
  const key = `${weekStart} ${fiscalYearStart}`
  const one = made.get(key) ?? { ...ontology, calendar: { weekStart, fiscalYearStart } }
  made.set(key, one)
  return one
}
