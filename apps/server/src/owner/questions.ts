import { cancelNotice, idKey, withId, type Fields, type RpcId } from './rpc-message.ts'

/** Requests that the server sends to the client, such as elicitation. An answer reaches only the owner that asked. */
export class Questions {
  readonly #toClient: (line: string) => void
  readonly #open = new Map<string, { readonly shown: RpcId; readonly asked: RpcId }>()
  #generation = -1

  constructor(toClient: (line: string) => void) {
    this.#toClient = toClient
  }

  /** A new owner counts its ids from the start again, so they are shown to the client under other ones. */
  begin(): void {
    this.#generation += 1
  }

  end(): void {
    for (const { shown } of this.#open.values()) {
      this.#toClient(
        cancelNotice(shown, 'The process that asked has ended; the question will be asked again.'),
      )
    }
    this.#open.clear()
  }

  ask(line: string, asked: RpcId): void {
    const shown = this.#generation === 0 ? asked : `${this.#generation}:${idKey(asked)}`
    this.#open.set(idKey(shown), { shown, asked })
    this.#toClient(this.#generation === 0 ? line : withId(line, shown))
  }

  /** The owner no longer wants an answer. */
  withdraw(line: string, params: Fields): void {
    const asked = idKey(params['requestId'])
    const question = this.#open.values().find((open) => idKey(open.asked) === asked)
    if (question === undefined || this.#generation === 0) return this.#toClient(line)
    this.#open.delete(idKey(question.shown))
    this.#toClient(cancelNotice(question.shown, 'It is no longer asked.'))
  }

  answer(line: string, shown: RpcId, toOwner: (line: string) => void): void {
    const question = this.#open.get(idKey(shown))
    if (question === undefined) return
    this.#open.delete(idKey(shown))
    toOwner(this.#generation === 0 ? line : withId(line, question.asked))
  }
}
