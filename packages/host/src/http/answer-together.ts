import type { ServerResponse } from 'node:http'

interface Answer {
  readonly response: ServerResponse
  readonly body: string
  readonly encoding: 'latin1' | 'utf8'
}

let waiting: Answer[] = []

/**
 * Ends the response with the others that this turn of the event loop answers. Each write that finds its reader asleep
 * has to wake it, which costs more than the write; written together, only the first one does.
 */
export function answerTogether(response: ServerResponse, body: string, encoding: Answer['encoding']): void {
  if (waiting.length === 0) setImmediate(writeAnswers)
  waiting.push({ response, body, encoding })
}

/** At once, for a server that is about to hang up. */
export function writeAnswers(): void {
  const answers = waiting
  waiting = []
  for (const { response, body, encoding } of answers)
    if (!response.writableEnded) response.end(body, encoding)
}
