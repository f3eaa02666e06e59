import { messageOf } from './message-of.ts'
import { problemOf } from './problem.ts'

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  readonly signal?: AbortSignal
  /** Send the request even if the page is being closed. */
  readonly keepalive?: boolean
}

/** Calls the server's REST surface with the session of this browser. `Answer` is the type in the contract. */
export async function request<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', body, signal, keepalive } = asking
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive === undefined ? {} : { keepalive }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw problemOf(0)
  })
  if (!response.ok) throw problemOf(response.status, await messageOf(response))
  // Safe: the caller gives the type of the contract for this path; 204 has no body.
  return (response.status === 204 ? undefined : await response.json()) as Answer
}
