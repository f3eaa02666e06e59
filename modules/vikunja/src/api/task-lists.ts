import type { HttpRequest } from '@quipu/kit'
import type { Page, Project, Task } from './model.ts'
import type { Generation } from './operations.ts'
import type { Paging, TaskOrder, TaskQuery } from './requests.ts'
import { VikunjaError } from './vikunja-error.ts'

/** All parameters except the page, under the names of the generation. */
export function queryOf(generation: Generation, query: TaskQuery): HttpRequest['query'] {
  const { text, filter, timeZone, includeNulls, sort } = query
  return {
    [generation === 'v2' ? 'q' : 's']: text,
    filter,
    filter_timezone: timeZone,
    filter_include_nulls: includeNulls,
    sort_by: sort?.map(({ by }) => columns[by]),
    order_by: sort?.map(({ isDescending }) => (isDescending === true ? 'desc' : 'asc')),
  }
}

/**
 * Every task in the order of ids. Each page begins after the last id, so a task that is added or deleted meanwhile neither
 * repeats nor hides another. A page that is too large is requested in smaller ones.
 */
export async function* walkById(
  find: (query: TaskQuery) => Promise<Page<Task>>,
  query: Omit<TaskQuery, 'page'>,
): AsyncIterable<Task> {
  let last = 0
  let { perPage = 1000 } = query
  for (;;) {
    const after = `id > ${last}`
    const filter = query.filter === undefined ? after : `${after} && (${query.filter})`
    const page = await find({ ...query, filter, page: 1, perPage, sort: [{ by: 'id' }] }).catch(
      (error: unknown) => {
        if (!(error instanceof VikunjaError) || error.kind !== 'too-large' || perPage === 1) throw error
        return null
      },
    )
    if (page === null) {
      perPage = Math.max(1, Math.floor(Math.min(perPage, 50) / 4))
      continue
    }
    for (const task of page.items) {
      if (task.id <= last)
        throw new VikunjaError('bad-answer', 'Vikunja repeats tasks that it has listed already')
      last = task.id
      yield task
    }
    if (page.items.length === 0 || page.pages <= 1) return
  }
}

/** The id of the project with this identifier, such as PROJ; digits are an id. */
export async function projectNamed(
  name: number | string,
  list: (paging: Paging) => Promise<Page<Project>>,
): Promise<number> {
  if (/^-?\d+$/.test(String(name))) return Number(name)
  const wanted = String(name).toLowerCase()
  for (let page = 1; ; page += 1) {
    const { items, pages } = await list({ page })
    const found = items.find(({ identifier }) => identifier.toLowerCase() === wanted)
    if (found !== undefined) return found.id
    if (page >= pages || wanted === '') throw new VikunjaError('not-found', 'No project has this identifier')
  }
}

const columns: Readonly<Record<TaskOrder['by'], string>> = {
  due: 'due_date',
  start: 'start_date',
  end: 'end_date',
  priority: 'priority',
  title: 'title',
  created: 'created',
  updated: 'updated',
  done: 'done',
  percent: 'percent_done',
  id: 'id',
}
