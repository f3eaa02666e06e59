import type { ServerResponse } from 'node:http'

interface Answer {
  readonly response: ServerResponse
  readonly head: readonly string[]
  readonly body: string
  readonly encoding: 'latin1' | 'utf8'
}

let waiting: Answer[] = []

/**
 * Sends all answers of one turn of the event loop together. Each write to a sleeping reader has to wake it, which costs
 * more than the write; sent together, only the first one does. The head is written then too, because whether the
 * connection is kept may be decided meanwhile.
 */
export function answerTogether(answer: Answer): void {
  if (waiting.length === 0) setImmediate(writeAnswers)
  waiting.push(answer)
}

/** Sends the waiting answers at once, for a server that is about to close. */
export function writeAnswers(): void {
  const answers = waiting
  waiting = []
  for (const { response, head, body, encoding } of answers) {
    if (response.headersSent) continue
    try {
      // Node takes a flat list, and declares that it would change it.
      response.writeHead(response.statusCode, head as string[])
      response.end(body, encoding)
    } catch {
      // A head that cannot be sent must not hold up other answers.
      response.destroy()
    }
  }
}
