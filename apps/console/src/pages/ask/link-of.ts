import type { AskReply } from './use-asking.ts'

/**
 * The address of an answer. A follow-up, or a question with answers to questions back, does not mean the same on its own:
 * its reading is in the address instead.
 */
export function linkOf({ request, answer }: AskReply): Readonly<Record<string, string | undefined>> {
  const { ontologyId, question, query, conversationId, answers, proceed = false } = request
  const isWhole = conversationId === undefined && answers === undefined && !proceed
  const reading = query ?? (isWhole ? undefined : answer.query)
  return {
    ontology: ontologyId,
    q: (isWhole ? question : '') || answer.restatement || question,
    query: reading === undefined ? undefined : JSON.stringify(reading),
    conversation: undefined,
  }
}
