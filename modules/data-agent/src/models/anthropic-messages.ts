import type { Http, Json } from '@quipu/kit'
import { z } from 'zod'
import type { LanguageModel, ModelRequest } from './language-model.ts'
import { ModelError } from './language-model.ts'
import { sendToModel } from './send-to-model.ts'

const Answer = z.object({
  stop_reason: z.string().nullable().optional(),
  content: z.array(
    z.looseObject({ type: z.string(), name: z.string().optional(), input: z.unknown().optional() }),
  ),
})

/** Anthropic's Messages API. The answer is the input of a tool that the model must use, so that it follows the schema. */
export function anthropicMessages(http: Http, model: string): LanguageModel {
  const ask = async (
    { gives, system, user, schema }: ModelRequest,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const tool = `give_${gives}`
    const body: Json = {
      model,
      max_tokens: 4096,
      temperature: 0,
      system,
      messages: [{ role: 'user', content: user }],
      tools: [{ name: tool, description: `Gives the ${gives} of the question.`, input_schema: schema }],
      tool_choice: { type: 'tool', name: tool },
    }
    const { success, data } = Answer.safeParse(await sendToModel(http, 'v1/messages', body, signal))
    if (!success) throw new ModelError('unreadable', 'The language model answered in an unknown form')
    if (data.stop_reason === 'max_tokens')
      throw new ModelError('cut', 'The answer of the language model was cut off')
    const used = data.content.find(({ type, name }) => type === 'tool_use' && name === tool)
    if (used === undefined) throw new ModelError('refused', 'The language model gave no answer')
    return used.input
  }
  return { ask }
}
