import type { Waits } from '@quipu/kit'
import type { DataAgent } from './data-agent.ts'

/** Conversations that ended with a question back. */
export const openClarifications: Waits<DataAgent> = {
  needs: 'data_agent:read',
  list: async ({ conversations }, { caller }, most) =>
    (await conversations.unanswered(caller, most)).map(({ id, question, askedAt }) => ({
      kind: 'Needs your answer',
      title: question,
      path: `/app/ask?conversation=${id}`,
      at: askedAt,
    })),
}
