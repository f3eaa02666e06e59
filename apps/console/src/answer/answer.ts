import type { paths } from '../api/client.ts'

/** The answer to a question or a query, as REST and the tools return it. */
export type Answer =
  paths['/api/data-agent/ask']['post']['responses'][200]['content']['application/json']['answer']
export type Cell = NonNullable<Answer['rows']>[number][number]
export type AnswerColumn = NonNullable<Answer['columns']>[number]
export type ChartSpec = NonNullable<Answer['charts']>[number]
/** A query of the query language. */
export type QueryJson = NonNullable<Answer['query']>
