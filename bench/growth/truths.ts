import { Facts } from '../truth/facts.ts'
import { TruthServer } from '../truth/truth-server.ts'
import type { Calls, Cost } from './cost.ts'
import { costsOf } from './cost.ts'

const batch = 500

/** A server with so many entities of one person. */
export class Truths implements AsyncDisposable {
  readonly #server: TruthServer
  readonly #facts: Facts
  readonly #ids: string[] = []

  static async open(entities: number): Promise<Truths> {
    const truths = new Truths(await TruthServer.start(), new Facts(entities))
    await truths.#tell()
    return truths
  }

  private constructor(server: TruthServer, facts: Facts) {
    this.#server = server
    this.#facts = facts
  }

  measure(): Promise<Map<string, Cost>> {
    return costsOf(this.#calls(), () => this.#server.cpuSeconds())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }

  async #tell(): Promise<void> {
    for (let first = 0; first < this.#facts.entities; first += batch)
      await this.#server.call('ingest', { entities: this.#facts.batch(first, batch) })
    for (let entity = 0; entity < 20; entity += 1) {
      const identifier = this.#facts.identifierOf(entity * 31)
      const { entities } = await this.#server.call<{ entities: readonly { id: string }[] }>(
        'get_entity_by_identifier',
        { identifier },
      )
      this.#ids.push(entities[0]!.id)
    }
  }

  #calls(): Calls {
    const call = (tool: string, input: (n: number) => object) => (n: number) =>
      this.#server.call(tool, input(n))
    const entity = (n: number) => (n * 31) % this.#facts.entities
    return {
      'list the latest entities of truth': call('retrieve_entities', () => ({})),
      'list the contacts of truth': call('retrieve_entities', () => ({ entity_type: 'contact' })),
      'search truth for a name': call('search_truth', (n) => ({ query: this.#facts.nameOf(entity(n)) })),
      'search truth for a frequent word': call('search_truth', () => ({ query: 'harbour' })),
      'find an entity by its identifier': call('get_entity_by_identifier', (n) => ({
        identifier: this.#facts.identifierOf(entity(n)),
      })),
      'snapshot of an entity': call('get_entity_snapshot', (n) => ({
        entity_id: this.#ids[n % this.#ids.length]!,
      })),
    }
  }
}
