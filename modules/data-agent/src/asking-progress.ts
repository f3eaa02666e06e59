import type { Bus, Caller, StreamEvent } from '@quipu/kit'

export interface ProgressReport {
  readonly step: number
  readonly of: number
  readonly says: string
}

/** Reports the progress of a question to a person's page, whichever instance answers it. The page chooses the id of the question. */
export class AskingProgress {
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Reports the progress of this question; undefined without an id. */
  reporter(caller: Caller, id: string | undefined): ((report: ProgressReport) => void) | undefined {
    if (id === undefined) return undefined
    return (report) => this.#bus.publish(topicOf(caller, id), report)
  }

  /** Every report from now on, until the reader leaves. Reports that arrive while the reader is busy are queued. */
  async *follow(caller: Caller, id: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const waiting: ProgressReport[] = []
    let wake: () => void = () => {}
    const stop = this.#bus.subscribe(topicOf(caller, id), (message) => {
      // Only `reporter` publishes here.
      waiting.push(message as ProgressReport)
      wake()
    })
    const ended = () => wake()
    signal.addEventListener('abort', ended)
    try {
      yield { event: 'ready', data: '{}' }
      while (!signal.aborted) {
        const next = waiting.shift()
        if (next !== undefined) yield { event: 'progress', data: JSON.stringify(next) }
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      signal.removeEventListener('abort', ended)
      stop()
    }
  }
}

function topicOf({ userId }: Caller, id: string): string {
  return `data-agent.progress.${userId}.${id}`
}
