import type { Http, Json } from '@quipu/kit'
import { z } from 'zod'
import type { LanguageModel, ModelRequest } from './language-model.ts'
import { ModelError } from './language-model.ts'
import { parsed, sendToModel } from './send-to-model.ts'

const Answer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullable().optional(),
        message: z.object({
          content: z.string().nullable().optional(),
          refusal: z.string().nullable().optional(),
        }),
      }),
    )
    .min(1),
})

/** Chat completions with a JSON schema, as OpenAI, Azure, Ollama, vLLM and llama.cpp speak them. */
export function openAiChat(http: Http, model: string): LanguageModel {
  const ask = async (
    { gives, system, user, schema }: ModelRequest,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const body: Json = {
      model,
      temperature: 0,
      max_tokens: 4096,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      response_format: { type: 'json_schema', json_schema: { name: gives, schema } },
    }
    const { success, data } = Answer.safeParse(await sendToModel(http, 'chat/completions', body, signal))
    const choice = data?.choices[0]
    if (!success || choice === undefined)
      throw new ModelError('unreadable', 'The language model answered in an unknown form')
    if (choice.finish_reason === 'length')
      throw new ModelError('cut', 'The answer of the language model was cut off')
    const { content, refusal } = choice.message
    if (typeof refusal === 'string' || typeof content !== 'string')
      throw new ModelError('refused', 'The language model gave no answer')
    return parsed(() => JSON.parse(content) as unknown)
  }
  return { ask }
}
