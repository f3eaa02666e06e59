import type { ServerResponse } from 'node:http'

interface Answer {
  readonly response: ServerResponse
  readonly head: readonly string[]
  readonly body: string
  readonly encoding: 'latin1' | 'utf8'
}

let waiting: Answer[] = []

/**
 * Answers together with the others that this turn of the event loop answers. Each write that finds its reader asleep
 * has to wake it, which costs more than the write; written together, only the first one does. The head is made then
 * too: whether the connection stays may be decided meanwhile.
 */
export function answerTogether(answer: Answer): void {
  if (waiting.length === 0) setImmediate(writeAnswers)
  waiting.push(answer)
}

/** At once, for a server that is about to hang up. */
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
      // A head that cannot be sent: nobody else's answer waits for it.
      response.destroy()
    }
  }
}
