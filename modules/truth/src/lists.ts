import { buffer } from 'node:stream/consumers'
import type { Download, Ports } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { TruthError } from './errors.ts'
import type { Resolved } from './resolution/worker.ts'
import type { Owner } from './store/tables.ts'

/** Lists of records that are resolved and not stored. */
export class Lists {
  readonly #workers: Ports['workers']

  constructor({ workers }: Pick<Ports, 'workers'>) {
    this.#workers = workers
  }

  /** Which records of a CSV file mean the same: `record_id,entity_id`. */
  async resolve(owner: Owner, bytes: AsyncIterable<Uint8Array>, sureOnly: boolean): Promise<Download> {
    const input = { csv: await buffer(bytes), sureOnly }
    const { csv, refusal } = await this.#resolved(owner, input)
    if (refusal !== undefined) throw new TruthError('VALIDATION_ERROR', refusal)
    return {
      bytes: new Blob([csv]).stream(),
      size: Buffer.byteLength(csv),
      fileName: 'entities.csv',
      contentType: 'text/csv; charset=utf-8',
    }
  }

  async #resolved(owner: Owner, input: object): Promise<Resolved> {
    try {
      // The worker is our own file and returns the declared type.
      return (await this.#workers.run(resolver, input, { ...limits, scope: owner })) as Resolved
    } catch (error) {
      const isTooMuch = error instanceof PortError && ['time', 'memory', 'too-large'].includes(error.reason)
      if (!isTooMuch) throw error
      throw new TruthError(
        'ANALYSIS_FAILED',
        'The list is too long to be looked at within 5 minutes and 2 GB of memory; send a shorter one',
      )
    }
  }
}

const limits = { ms: 300_000, memoryMb: 2048, maxBytes: 64 * 1024 * 1024 }

const resolver = new URL('./resolution/worker.ts', import.meta.url)
