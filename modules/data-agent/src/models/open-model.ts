import type { OpenHttp } from '@quipu/kit'
import { anthropicMessages } from './anthropic-messages.ts'
import type { LanguageModel } from './language-model.ts'
import type { ModelSettings } from './model-settings.ts'
import { openAiChat } from './openai-chat.ts'

/** The key is sent only in a header of this provider's requests. */
export function openModel(
  openHttp: OpenHttp,
  { provider, url, model, key, ms }: ModelSettings,
): LanguageModel {
  if (provider === 'anthropic') {
    const headers = { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }
    return anthropicMessages(openHttp(url, { headers, ms }), model)
  }
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}`, 'api-key': key }
  return openAiChat(openHttp(url, { headers, ms }), model)
}
