import { ToolError } from '@quipu/kit'
import { FairQueue, QueueFull, type QueueRequest } from '@quipu/queue'
import { mostWaiting, mostWaitingEach } from './sources/limits.ts'

/** The queue of questions for one source. */
export class SourceQueue {
  readonly #queue: FairQueue

  constructor(places: number) {
    this.#queue = new FairQueue({ places, mostWaiting, mostWaitingEach })
  }

  async run<Result>(person: string, request: QueueRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#queue.run(person, request, work)
    } catch (error) {
      throw error instanceof QueueFull ? busy(error) : error
    }
  }
}

function busy({ waiting, isOwn }: QueueFull): ToolError {
  const message = isOwn
    ? `${waiting} of your questions wait for this database already; wait for their answers first`
    : `${waiting} questions wait for this database already; ask again in a minute`
  return new ToolError('UNAVAILABLE', message, { retry_after_seconds: 60, knecta_code: 'DATABASE_BUSY' })
}
