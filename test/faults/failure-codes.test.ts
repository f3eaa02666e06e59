import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers, temporaryFolder } from '../environment/index.ts'
import { TestUser } from '../environment/test-user.ts'
import { House } from './house/house.ts'

const engines = (['pglite', 'postgres'] as const).filter(
  (engine) => engine === 'pglite' || servers().databaseUrl !== null,
)
const place = temporaryFolder()
afterAll(() => place[Symbol.dispose]())
const root = join(place.path, 'root')
mkdirSync(root)

describe.each(engines)('truth while a port fails, on %s', (engine) => {
  let house: House
  let ann: Client
  beforeAll(async () => {
    house = await House.open({ engine, seed: 'codes', settings: { TRUTH_UPLOAD_ROOTS: root } })
    await house.start()
    const init = { id: '', email: '', token: await house.token(), url: house.url, path: '/api/truth/mcp' }
    ann = new Client(new TestUser(init), house)
  }, 120_000)
  afterAll(() => house?.[Symbol.asyncDispose]())

  test(
    '[TR550] [TR554] [TR926] [TR927] a failing store has the code of what was wanted',
    { timeout: 60_000 },
    async () => {
      const entities = [
        { entity_type: 'company', name: 'Osprey Sails', vat_id: 'DK12345674' },
        { entity_type: 'company', name: 'Heron Ropes', vat_id: 'NL123456782B90' },
      ]
      const { source_id, receipt } = await ann.done<Ingested>('ingest', { entities })
      const [osprey, heron] = receipt.created
      const file = await ann.done<Ingested>('ingest', text('Kept before the store failed'))
      writeFileSync(join(root, 'late.txt'), 'Sent while the store failed')
      const correction = { entity_id: osprey, entity_type: 'company', field: 'city', value: 'Nivå' }
      const calls: readonly (readonly [action: string, input: object, code: string])[] = [
        ['ingest', { entities: [{ entity_type: 'company', name: 'Egret Masts' }] }, 'DB_INSERT_FAILED'],
        ['ingest', text('Sent while the store failed'), 'DB_INSERT_FAILED'],
        ['upload_file', { file_path: join(root, 'late.txt') }, 'DB_INSERT_FAILED'],
        ['correct', correction, 'DB_INSERT_FAILED'],
        ['reinterpret', { source_id: file.source_id, interpretation_config: {} }, 'DB_INSERT_FAILED'],
        [
          'create_relationship',
          { relationship_type: 'PART_OF', source_entity_id: osprey, target_entity_id: heron },
          'DB_INSERT_FAILED',
        ],
        ['merge_entities', { from_entity_id: osprey, to_entity_id: heron }, 'DB_UPDATE_FAILED'],
        ['unmerge_entities', { entity_id: osprey }, 'DB_UPDATE_FAILED'],
        ['erase_source', { source_id }, 'DB_DELETE_FAILED'],
        ['get_file_url', { file_path: file.source_id }, 'DB_QUERY_FAILED'],
        ['get_entity_snapshot', { entity_id: osprey }, 'DB_QUERY_FAILED'],
        ['list_observations', { entity_id: osprey }, 'DB_QUERY_FAILED'],
        ['get_field_provenance', { entity_id: osprey, field: 'name' }, 'DB_QUERY_FAILED'],
        ['retrieve_entities', {}, 'DB_QUERY_FAILED'],
        ['get_entity_by_identifier', { identifier: 'Osprey Sails' }, 'DB_QUERY_FAILED'],
        ['get_related_entities', { entity_id: osprey }, 'DB_QUERY_FAILED'],
        ['get_graph_neighborhood', { node_id: osprey }, 'DB_QUERY_FAILED'],
        ['list_timeline_events', {}, 'DB_QUERY_FAILED'],
        ['list_relationships', { entity_id: osprey }, 'DB_QUERY_FAILED'],
        ['search_truth', { query: 'osprey' }, 'DB_QUERY_FAILED'],
      ]

      const answers: unknown[] = []
      for (const [action, input] of calls) answers.push(await ann.failures('store', action, input))

      const message = /; send the same call again shortly/
      expect(answers).toEqual(calls.map(([, , code]) => bothDoors(code, message, { retryable: true })))
      const { total } = await ann.done<{ total: number }>('retrieve_entities', { entity_type: 'company' })
      expect(total).toBe(2)
      expect(await ann.done('correct', correction)).toMatchObject({ value: 'Nivå' })
      expect(await ann.done('upload_file', { file_path: join(root, 'late.txt') })).toMatchObject({
        deduplicated: false,
      })
    },
  )

  test('[TR925] a route that is no action is SERVICE_UNAVAILABLE while the store fails', async () => {
    const look = () => answerOf(ann.user.api('GET', '/api/truth/types'))
    expect(await ann.whileBroken('store', look)).toMatchObject({
      status: 503,
      error: { code: 'SERVICE_UNAVAILABLE' },
    })
  })

  test('[TR551] [TR554] [TR926] [TR927] a file that cannot be stored is UPLOAD_FAILED, and leaves nothing', async () => {
    writeFileSync(join(root, 'heavy.txt'), 'A file for a disk that fails')
    const content = 'A file for a disk that fails'
    const answers = [
      ...(await ann.failures('files', 'upload_file', { file_path: join(root, 'heavy.txt') })),
      ...(await ann.failures('files', 'ingest', text(content))),
      await ann.whileBroken('files', () => answerOf(ann.user.send('POST', '/api/truth/files', content))),
    ]

    const message = /nothing of it is kept; send it again shortly/
    const [tool, route] = bothDoors('UPLOAD_FAILED', message, { retryable: true })
    expect(answers).toEqual([tool, route, tool, route, route])
    const kept = await ann.done<Ingested>('upload_file', { file_path: join(root, 'heavy.txt') })
    expect(kept).toMatchObject({ deduplicated: false, file_size: 28 })
  })

  test('[TR552] [TR554] [TR926] [TR927] a link that cannot be signed is SIGNING_FAILED', async () => {
    const { source_id } = await ann.done<Ingested>('ingest', text('A file with a link'))
    const answers = await ann.failures('links', 'get_file_url', { file_path: source_id })

    expect(answers).toEqual(
      bothDoors('SIGNING_FAILED', /could not be signed; ask for it again shortly/, { retryable: true }),
    )
    expect(await ann.done('get_file_url', { file_path: source_id })).toMatchObject({
      signed_url: expect.stringContaining(source_id),
    })
  })

  test('[TR553] [TR554] [TR926] [TR927] a file that cannot be read is ANALYSIS_FAILED, and is kept', async () => {
    writeFileSync(join(root, 'unread.txt'), 'A file for a reader that fails')
    const answers = await ann.failures('workers', 'upload_file', { file_path: join(root, 'unread.txt') })

    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const details = { partial: true, source_id: id, file_url: expect.stringContaining('truth://sources/') }
    expect(answers).toEqual(
      bothDoors(
        'ANALYSIS_FAILED',
        /^The file could not be read\. It is kept as it is\. reinterpret/,
        details,
      ),
    )
    const { source_id } = (answers[0] as { error: { details: Ingested } }).error.details
    expect(await ann.done('reinterpret', { source_id, interpretation_config: {} })).toMatchObject({
      entities_created: 1,
    })
  })
})

interface Ingested {
  readonly source_id: string
  readonly receipt: { readonly created: readonly [string, string] }
}

function text(content: string): object {
  return { file_content: Buffer.from(content).toString('base64'), mime_type: 'text/plain' }
}

/** The same failure as the tool and as the route answer it, and nothing more. */
function bothDoors(code: string, message: RegExp, details: object): readonly unknown[] {
  const trace_id = expect.stringMatching(/^[\w-]{16,64}$/)
  const error = { code, message: expect.stringMatching(message), details, trace_id }
  return [{ error }, { status: 500, error }]
}

class Client {
  readonly user: TestUser
  readonly #house: House

  constructor(user: TestUser, house: House) {
    this.user = user
    this.#house = house
  }

  async done<Answer = object>(action: string, input: object): Promise<Answer> {
    const { isError, body } = await this.user.call(action, input)
    if (isError) throw new Error(`${action} failed: ${JSON.stringify(body)}`)
    return body as unknown as Answer
  }

  /** What a call answers over MCP while a port fails, and over REST with the status. */
  async failures(port: Port, action: string, input: object): Promise<readonly unknown[]> {
    return [
      await this.whileBroken(port, async () => {
        const { result, error } = await this.user.rpc('tools/call', { name: action, arguments: input })
        return result?.['structuredContent'] ?? error
      }),
      await this.whileBroken(port, () => answerOf(this.user.api('POST', `/api/truth/${action}`, input))),
    ]
  }

  /** Who calls is known without the store for some seconds only. After that the door itself refuses, and is asked again. */
  async whileBroken(port: Port, attempt: () => Promise<unknown>): Promise<unknown> {
    for (let count = 1; ; count += 1) {
      this.#house.breakPort(port)
      const answer = await attempt().finally(() => this.#house.calm())
      if (count === 5 || !JSON.stringify(answer).includes('"The service is unavailable')) return answer
      await this.done('list_entity_types', {})
    }
  }
}

type Port = Parameters<House['breakPort']>[0]

async function answerOf(sent: Promise<Response>): Promise<object> {
  const response = await sent
  return { status: response.status, ...((await response.json()) as object) }
}
