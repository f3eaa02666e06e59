import { setTimeout as pause } from 'node:timers/promises'
import type { LanguageModel, ModelRequest } from './language-model.ts'
import { ModelError } from './language-model.ts'

const mostTries = 3

/** Asks once, and again where the provider is busy, as long as there is time. */
export async function askModel(
  model: LanguageModel,
  ms: number,
  request: ModelRequest,
  asker: AbortSignal,
): Promise<unknown> {
  const until = performance.now() + ms
  const timeout = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([asker, timeout])
  for (let turn = 1; ; turn += 1) {
    try {
      return await model.ask(request, signal)
    } catch (error) {
      if (timeout.aborted) throw new ModelError('time', 'The language model did not answer in time')
      const wait = error instanceof ModelError ? error.retryMs : undefined
      if (wait === undefined || turn === mostTries || performance.now() + wait >= until) throw error
      await pause(wait, undefined, { signal })
    }
  }
}
