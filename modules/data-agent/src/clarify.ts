import type { Call, InputRequest } from '@quipu/kit'
import { z } from 'zod'
import { visibleText } from '@quipu/query'
import type { ClarificationQuestion } from '@quipu/reading'

export interface Clarified {
  /** Label → answer. */
  readonly answers: Readonly<Record<string, string>>
  readonly isToBeKept: boolean
}

const Reply = z.object({ action: z.string(), content: z.record(z.string(), z.unknown()).optional() })

/** Asks the person behind the client. Undefined if that is not possible or was declined: the questions are then returned. */
export async function clarify(
  call: Call,
  questions: readonly ClarificationQuestion[],
): Promise<Clarified | undefined> {
  const request = formOf(questions)
  if (!call.canAsk(request)) return undefined
  const { clarification } = await call.ask({ clarification: request })
  const reply = Reply.safeParse(clarification)
  if (!reply.success || reply.data.action !== 'accept') return undefined
  const { content = {} } = reply.data
  const answers = questions.flatMap(({ label }, index) => {
    const answer = content[fieldName(index)]
    return typeof answer === 'string' && answer.trim() !== '' ? [[label, answer] as const] : []
  })
  if (answers.length === 0) return undefined
  return { answers: Object.fromEntries(answers), isToBeKept: content['remember'] === true }
}

function formOf(questions: readonly ClarificationQuestion[]): InputRequest {
  const fields = questions.map(({ label, question, suggestions }, index) => [
    fieldName(index),
    {
      type: 'string',
      title: visibleText(label),
      description: visibleText(question),
      ...(suggestions.length > 0 ? { enum: suggestions.map(visibleText) } : {}),
    },
  ])
  const remember = {
    type: 'boolean',
    title: 'Remember this',
    description: 'Do not ask again',
    default: false,
  }
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: questions.map(({ question }) => visibleText(question)).join('\n'),
      requestedSchema: {
        type: 'object',
        properties: { ...Object.fromEntries(fields), remember },
        required: questions.map((_, index) => fieldName(index)),
      },
    },
  }
}

function fieldName(index: number): string {
  return `answer_${index + 1}`
}
