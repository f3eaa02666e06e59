import type { Bus, Caller, StreamEvent } from '@quipu/kit'

export interface ProgressReport {
  readonly step: number
  readonly of: number
  readonly says: string
}

/** Tells a person's page how far a question is, whichever instance answers it. The page names the question by an id of its own. */
export class AskingProgress {
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** What reports about this question; undefined where nobody follows it. */
  reporter(caller: Caller, id: string | undefined): ((report: ProgressReport) => void) | undefined {
    if (id === undefined) return undefined
    return (report) => this.#bus.publish(topicOf(caller, id), report)
  }

  /** Every report from now on, until the reader goes. Reports that came while the reader was busy are told one by one. */
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
