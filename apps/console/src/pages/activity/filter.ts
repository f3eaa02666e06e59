import type { Search } from '../../navigation/search.ts'

/** The filter of the audit from the address. */
export interface Filter {
  readonly action?: string
  readonly outcome?: string
  readonly resource_id?: string
  readonly user_id?: string
  readonly from?: string
  readonly to?: string
  readonly reads?: 'false'
}

/** The option that also shows reads. */
export const everything = 'everything'

const texts = ['action', 'outcome', 'resource_id', 'user_id'] as const

/** Days are in the reader's time zone, from midnight; the last day is included. Reads by pages are shown only if requested. */
export function filterOf(search: Search): Filter {
  const filter: Record<string, string> = {}
  for (const name of texts) if (search[name] !== undefined) filter[name] = search[name]
  if (filter['action'] === undefined) filter['reads'] = 'false'
  if (filter['action'] === everything) delete filter['action']
  const from = dayStart(search['from'], 0)
  const to = dayStart(search['to'], 1)
  return { ...filter, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function dayStart(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}
