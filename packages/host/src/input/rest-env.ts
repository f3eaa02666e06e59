import type { HttpBindings } from '@hono/node-server'

/** What Hono knows of a request beside its own: the request and the answer of Node. */
export type RestEnv = { Bindings: HttpBindings }
