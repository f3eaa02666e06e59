import type { Http, HttpAnswer, Json } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { ModelError } from './language-model.ts'

const maxBytes = 2 ** 20
const waitMs = 500

/** One request to a provider. Throws `ModelError`, never with the provider's text. */
export async function sendToModel(
  http: Http,
  path: string,
  json: Json,
  signal: AbortSignal,
): Promise<unknown> {
  let answer: HttpAnswer
  try {
    answer = await http.send(path, { method: 'POST', json, signal, maxBytes })
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    if (error.reason === 'time') throw new ModelError('time', 'The language model did not answer in time')
    throw new ModelError('unavailable', 'The language model cannot be reached', waitMs)
  }
  const { status } = answer
  if (status === 429 || status >= 500)
    throw new ModelError('busy', `The language model is busy (${status})`, waitOf(answer))
  if (status !== 200) throw new ModelError('refused', `The language model refused the request (${status})`)
  return parsed(() => answer.json())
}

/** Text that a model wrote, which should be JSON. */
export function parsed(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    throw new ModelError('unreadable', 'The language model answered with something that is no JSON')
  }
}

/** The Retry-After of the provider, in seconds. */
function waitOf({ headers }: HttpAnswer): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : waitMs
}
