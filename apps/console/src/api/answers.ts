import type { paths } from './client.ts'

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never

/** The answer of a GET of this path. */
export type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: infer Answer } }
}
  ? Json<Answer>
  : never
