import type { Tool } from '@quipu/kit'
import { defineRoute } from '@quipu/kit'
import { Answer } from '../fields.ts'
import { ingestBytes } from '../file-bytes.ts'
import { tools } from './all-tools.ts'
import { browseRoutes } from './browse-routes.ts'
import { fileRoutes } from './file-routes.ts'
import type { Truth } from '../truth.ts'

/** Each action over REST, with the same input, answer and limit as the tool: `POST /api/truth/<action>`. */
const actions = tools.map((tool: Tool<Truth>) =>
  defineRoute({
    method: 'POST',
    path: `/api/truth/${tool.name}`,
    summary: tool.title,
    needs: tool.needs,
    effect: tool.effect,
    countsAs: tool.name,
    atomic: tool.atomic,
    // As for the module's own endpoint.
    ...(tool.name === 'ingest' ? { bodyLimitBytes: ingestBytes } : {}),
    // The idempotency key is in the header, as for every route.
    body: 'idempotency_key' in tool.input.shape ? tool.input.omit({ idempotency_key: true }) : tool.input,
    output: Answer,
    run: async (truth: Truth, { body }, call) => (await tool.run(truth, body, call)) as object,
  }),
)

export const routes = [...actions, ...fileRoutes, ...browseRoutes]
