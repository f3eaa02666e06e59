import type { HttpBindings } from '@hono/node-server'

/** What Hono gets with a request: the request and the response of Node. */
export type RestEnv = { Bindings: HttpBindings }
