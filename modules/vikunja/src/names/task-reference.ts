/** How a caller can refer to a task: by the id that tools show, the number that people see in Vikunja, a URL or its title. */
export type TaskReference =
  | { readonly by: 'id'; readonly id: number }
  /** #12: the number within a project. */
  | { readonly by: 'index'; readonly index: number }
  /** PROJ-12. May be a title too, such as "covid-19". */
  | { readonly by: 'identifier'; readonly project: string; readonly index: number; readonly text: string }
  | { readonly by: 'title'; readonly text: string }
  /** The URL of a task on another server. */
  | { readonly by: 'elsewhere'; readonly origin: string }

/** `homes`: the URLs under which this server is known. */
export function readTaskReference(given: string | number, homes: readonly string[]): TaskReference {
  const text = String(given).trim()
  if (/^\d{1,15}$/.test(text)) return { by: 'id', id: Number(text) }
  const [, index] = /^#(\d{1,15})$/.exec(text) ?? []
  if (index !== undefined) return { by: 'index', index: Number(index) }
  const [, own] = /^vikunja:\/\/tasks\/(\d{1,15})$/.exec(text) ?? []
  if (own !== undefined) return { by: 'id', id: Number(own) }
  if (/^https?:\/\//i.test(text)) return readAddress(text, homes)
  const [, project, number] = /^([\p{L}\p{N}_]{1,10})-(\d{1,15})$/u.exec(text) ?? []
  if (project !== undefined) return { by: 'identifier', project, index: Number(number), text }
  return { by: 'title', text }
}

function readAddress(text: string, homes: readonly string[]): TaskReference {
  const url = URL.parse(text)
  if (url === null) return { by: 'title', text }
  const isHome = homes.some((home) => URL.parse(home)?.host === url.host)
  if (!isHome) return { by: 'elsewhere', origin: url.origin }
  const [, id] = /\/tasks\/(\d{1,15})(?:\/|$)/.exec(url.pathname) ?? []
  return id === undefined ? { by: 'title', text } : { by: 'id', id: Number(id) }
}
