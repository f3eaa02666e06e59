import type { Search } from '../../navigation/search.ts'

export const states = [
  { value: '', title: 'Open' },
  { value: 'completed', title: 'Done' },
  { value: 'all', title: 'Open and done' },
  { value: 'deleted', title: 'Deleted' },
] as const

export const dues = [
  { value: '', title: 'Any day' },
  { value: 'overdue', title: 'Overdue' },
  { value: 'today', title: 'By today' },
  { value: 'week', title: 'Within a week' },
] as const

export const orders = [
  { value: '', title: 'Newest first' },
  { value: 'due_date', title: 'Due first' },
  { value: 'title', title: 'By title' },
] as const

/** The query of the API. */
export interface TaskFilter {
  readonly status: 'all' | 'pending' | 'completed'
  readonly deleted?: 'true'
  readonly due_before?: string
  readonly sort_by?: 'due_date' | 'title'
  readonly keyword?: string
}

/** The value of the address if it is an option, otherwise an empty text. */
export function chosen<Value extends string>(
  options: readonly { readonly value: Value }[],
  given: string | undefined,
): Value | '' {
  return options.find(({ value }) => value === given)?.value ?? ''
}

/** `today` is the current day in the person's time zone, as YYYY-MM-DD. */
export function taskFilterOf(search: Search, today: string): TaskFilter {
  const state = chosen(states, search['state'])
  const due = chosen(dues, search['due'])
  const order = chosen(orders, search['order'])
  const keyword = search['q']?.trim() ?? ''
  return {
    status: state === '' ? 'pending' : state === 'completed' ? 'completed' : 'all',
    ...(state === 'deleted' ? { deleted: 'true' } : {}),
    ...(due === '' ? {} : { due_before: later(today, { overdue: -1, today: 0, week: 7 }[due]) }),
    ...(order === '' ? {} : { sort_by: order }),
    ...(keyword === '' ? {} : { keyword: keyword.slice(0, 100) }),
  }
}

function later(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}
