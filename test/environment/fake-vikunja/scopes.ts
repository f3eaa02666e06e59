import type { Route } from './route.ts'

/** Which scope opens which routes, derived from paths and methods as Vikunja derives it. */
export class Scopes {
  /** `group.permission` of a generation → the one route that it opens. */
  readonly #opened = new Map<string, Route>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#collect(route)
  }

  isOpen(route: Route, scopes: Readonly<Record<string, readonly string[]>>): boolean {
    return Object.entries(scopes).some(([group, permissions]) =>
      permissions.some((permission) =>
        (['v1', 'v2'] as const).some((generation) => {
          const opened = this.#opened.get(`${generation} ${group}.${permission}`)
          if (opened === undefined) return false
          if (group === 'tasks' && permission === 'read_all' && isTaskList(route)) return true
          const isPatch = route.method === 'PATCH' && opened.method === 'PUT' && generation === 'v2'
          return (
            opened.generation === route.generation &&
            opened.path === route.path &&
            (opened.method === route.method || isPatch)
          )
        }),
      ),
    )
  }

  #collect(route: Route): void {
    const { group, parts } = groupOf(route.path)
    if (['token_test', 'subscriptions', 'tokens'].includes(group) || group.startsWith('user_')) return
    if (route.generation === 'v2' && route.method === 'PATCH') return
    const parent = group.replace(/_bulk$/, '')
    // A later route takes the place of an earlier one with the same permission, as it does in Vikunja.
    if (crud.has(parent)) {
      const permission = permissionOf(route) + (parent === group ? '' : '_bulk')
      this.#opened.set(`${route.generation} ${parent}.${permission}`, route)
    } else if (parts.length === 1) this.#opened.set(`${route.generation} other.${group}`, route)
    else {
      const key = `${route.generation} ${parts[0]}.${parts.slice(1).join('_')}`
      this.#opened.set(this.#opened.has(key) ? `${key}_${route.method.toLowerCase()}` : key, route)
    }
  }
}

function groupOf(path: string): { group: string; parts: string[] } {
  const parts = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .map((part) => part.replaceAll('-', '_'))
  const group = parts.join('_')
  if (group === 'projects_tasks') return { group: 'tasks', parts: ['tasks'] }
  if (group === 'projects_tasks_bulk') return { group: 'tasks_bulk', parts: ['tasks_bulk'] }
  return { group, parts }
}

function permissionOf({ generation, method, path }: Route): string {
  if (method === 'GET') return /:\w+$/.test(path) ? 'read_one' : 'read_all'
  if (method === 'DELETE') return 'delete'
  if (method === 'PATCH') return 'update'
  return (method === 'PUT') === (generation === 'v1') ? 'create' : 'update'
}

function isTaskList({ method, path }: Route): boolean {
  return method === 'GET' && (path === '/tasks' || path === '/projects/:project/tasks')
}

const crud = new Set([
  'projects',
  'tasks',
  'teams',
  'labels',
  'notifications',
  'projects_views',
  'tasks_attachments',
  'tasks_assignees',
  'tasks_labels',
  'tasks_comments',
  'tasks_relations',
])
