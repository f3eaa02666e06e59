import { randomBytes } from 'node:crypto'
import type { Teller } from './test-people.ts'

/** Acknowledged work, to be checked after the crash. */
export interface Acknowledged {
  readonly sources: string[]
  readonly erased: string[]
  readonly merges: string[]
  readonly runs: string[]
}

/** One kind of work, repeated until the server is gone. Acknowledged work is recorded. */
export type Lane = (api: Teller, done: Acknowledged) => AsyncGenerator<void>

interface Ingested {
  readonly source_id: string
  readonly interpretation: { readonly run_id: string } | null
  readonly receipt: { readonly created: readonly string[] }
}

export const lanes: Readonly<Record<string, Lane>> = {
  async *ingest(api, done) {
    for (;;) {
      const word = randomBytes(6).toString('hex')
      const entities = [
        { entity_type: 'person', email: `${word}@example.org`, full_name: 'Ann Lee', birthday: '1990-01-02' },
        { entity_type: 'person', full_name: 'Ann Lee', title: word },
      ]
      done.sources.push((await api.call<Ingested>('ingest', { entities })).source_id)
      yield
    }
  },

  async *merge(api, done) {
    for (;;) {
      const entities = Array.from({ length: 10 }, () => ({
        entity_type: 'company',
        name: randomBytes(6).toString('hex'),
      }))
      const { receipt } = await api.call<Ingested>('ingest', { entities })
      for (const from_entity_id of receipt.created.slice(1)) {
        await api.call('merge_entities', { from_entity_id, to_entity_id: receipt.created[0] })
        done.merges.push(from_entity_id)
        yield
      }
    }
  },

  async *reinterpret(api, done) {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `2026-01-31,${index}.50,Tea ${randomBytes(4).toString('hex')}`,
    )
    const { source_id } = await api.call<Ingested>(
      'ingest',
      fileOf(`date,amount,description\n${rows.join('\n')}\n`),
    )
    done.sources.push(source_id)
    for (let number = 1; ; number += 1) {
      const interpretation_config = { code_version: String(number) }
      const { run_id } = await api.call<{ run_id: string }>('reinterpret', {
        source_id,
        interpretation_config,
      })
      done.runs.push(run_id)
      yield
    }
  },

  async *'blob write'(api, done) {
    for (;;) {
      const file = fileOf(randomBytes(200_000).toString('base64'))
      done.sources.push((await api.call<Ingested>('ingest', { ...file, interpret: false })).source_id)
      yield
    }
  },

  async *erase(api, done) {
    for (;;) {
      const file = fileOf(randomBytes(20_000).toString('base64'))
      const { source_id } = await api.call<Ingested>('ingest', { ...file, interpret: false })
      await api.call('erase_source', { source_id })
      done.erased.push(source_id)
      yield
    }
  },
}

function fileOf(content: string) {
  return { file_content: Buffer.from(content).toString('base64'), mime_type: 'text/plain' }
}
