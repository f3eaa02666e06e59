import type { OpenHttp } from '@quipu/kit'
import { AnthropicMessages } from './anthropic-messages.ts'
import type { LanguageModel } from './language-model.ts'
import type { ModelSettings } from './model-settings.ts'
import { OpenAiChat } from './openai-chat.ts'

/** The key is sent only in a header of this provider's requests. */
export function openModel(
  openHttp: OpenHttp,
  { provider, url, model, key, ms }: ModelSettings,
): LanguageModel {
  if (provider === 'anthropic') {
    const headers = { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }
    return new AnthropicMessages(openHttp(url, { headers, ms }), model)
  }
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}`, 'api-key': key }
  return new OpenAiChat(openHttp(url, { headers, ms }), model)
}
