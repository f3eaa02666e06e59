import { setTimeout as delay } from 'node:timers/promises'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Perform } from '../operations/operations.ts'
import { requireNewFile, takeExport } from '../operations/exports.ts'
import { withStore } from '../owner/perform.ts'
import type { Context } from './command.ts'

/** The parts of truth's answers that commands use; the rest is passed on to programs. */
export const Entity = z.looseObject({
  id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  snapshot: z.record(z.string(), z.json()).optional(),
})
export const Added = z.looseObject({
  source_id: z.string(),
  deduplicated: z.boolean(),
  interpretation: z
    .looseObject({
      entities_created: z.number(),
      observations_created: z.number(),
      status: z.string().optional(),
      notes: z.array(z.string()).optional(),
    })
    .nullable(),
  /** Where a job reads the file. */
  job_id: z.string().optional(),
})
const Job = z.looseObject({ state: z.string() })
export type Added = z.infer<typeof Added>

/** The routes of truth, for the person at this machine. */
export class TruthApi {
  readonly #perform: Perform
  readonly #dataFolder: string
  readonly #user: string | undefined

  constructor(perform: Perform, dataFolder: string, user?: string) {
    this.#perform = perform
    this.#dataFolder = dataFolder
    this.#user = user
  }

  async call<Out extends z.ZodType>(
    action: string,
    body: z.core.util.JSONType,
    output: Out,
  ): Promise<z.output<Out>> {
    const path = `/api/truth/${action}`
    return output.parse(await this.#perform('request', { user: this.#user, method: 'POST', path, body }))
  }

  /** Waits where more files come than a minute may have. */
  async add(file: string, mimeType: string): Promise<Added> {
    for (let waited = 0; ; waited += pauseMs) {
      try {
        return await this.#added(Added.parse(await this.upload('files', file, mimeType)))
      } catch (error) {
        if (!(error instanceof ToolError) || error.code !== 'RATE_LIMITED' || waited > mostMs) throw error
        await delay(pauseMs)
      }
    }
  }

  upload(action: string, file: string, contentType?: string): Promise<z.core.util.JSONType> {
    return this.#perform('upload', { user: this.#user, path: `/api/truth/${action}`, file, contentType })
  }

  /** A large file is read by a job, which may take minutes. */
  async #added(added: Added): Promise<Added> {
    if (added.job_id === undefined) return added
    for (;;) {
      const path = `/api/truth/jobs/${added.job_id}`
      const { state } = Job.parse(await this.#perform('request', { user: this.#user, method: 'GET', path }))
      if (state === 'done') return added
      if (state === 'dead')
        throw new ToolError(
          'VALIDATION_ERROR',
          'The file is kept, but reading it failed; see npx quipu job list',
        )
      await delay(pauseMs)
    }
  }

  /** Saves the answer of a route as a new file, and sends the bytes of another file if one is given. */
  async save(method: 'GET' | 'POST', action: string, out: string, body?: string) {
    const path = await requireNewFile(out)
    const kept = await this.#perform('download', {
      user: this.#user,
      method,
      path: `/api/truth/${action}`,
      body,
    })
    await takeExport(this.#dataFolder, kept, path)
    return { file: path, bytes: kept.bytes, sha256: kept.sha256 }
  }

  /** By its id, or by a name or identifier that one entity alone has. */
  async entityNamed(named: string): Promise<string> {
    if (/^ent_[0-9a-f]{24}$/.test(named)) return named
    const Found = z.looseObject({ entities: z.array(Entity) })
    const { entities } = await this.call('get_entity_by_identifier', { identifier: named, limit: 100 }, Found)
    const [first, ...others] = entities
    if (first === undefined)
      throw new ToolError('NOT_FOUND', `Nothing is known by that name. npx quipu truth search finds words.`)
    if (others.length === 0) return first.id
    const ids = entities.map(({ id, entity_type }) => `  ${id}  ${entity_type}`)
    throw new ToolError('CONFLICT', `Several entities have that name; give the id of one:\n${ids.join('\n')}`)
  }
}

const pauseMs = 1000
const mostMs = 120_000

export function withTruth<Result>(
  { config, log }: Context,
  user: string | undefined,
  work: (truth: TruthApi) => Promise<Result>,
): Promise<Result> {
  return withStore(config, log, (perform) => work(new TruthApi(perform, config.dataFolder, user)))
}
