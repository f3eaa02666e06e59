import { openLog } from '@quipu/host'
import type { Json } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { expect, onTestFinished, test } from 'vitest'
import { Collector } from '../deploy/collector.ts'
import { servers } from '../environment/index.ts'
import { engines, openTestHost, type Engine } from '../environment/test-host.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
const mark = 'zqxleak'
const ids = /ent_[0-9a-f]{24}/

/** A value of a field, a name, an address, a date and a number that could be anybody's. */
const fields = {
  full_name: `${mark} name`,
  email: `${mark}@example.org`,
  title: `${mark} title`,
  note_of_mine: { deep: [`${mark} fragment`] },
}

test.each(available)(
  '[TR194] no value of a field and nobody’s name is in a log, a trace or an error, on %s',
  { timeout: 180_000 },
  async (engine) => {
    const { host, collector, lines } = await open(engine)
    const [mcp, rest] = [await host.user(), await host.user({ path: '' })]
    const errors: string[] = []
    for (const user of [mcp, rest]) {
      const call = async (tool: string, input: object) => {
        const answer =
          user === mcp
            ? await user.post('tools/call', { name: tool, arguments: input })
            : await user.api('POST', `/api/truth/${tool}`, input)
        const text = await answer.text()
        const isError = answer.status >= 400 || text.includes('"isError":true') || text.includes('"error":{')
        if (isError) errors.push(`${tool} ${JSON.stringify(input).slice(0, 200)}: ${text}`)
        return isError ? undefined : text
      }
      const stated = await call('ingest', { entities: [{ entity_type: 'person', ...fields }] })
      const [entity = ''] = ids.exec(stated ?? '') ?? []
      for (const tool of truth.tools) {
        const inputs = inputsOf(tool.inputSchema, entity)
        // Both doors lead to the same code; the second is tried with less.
        for (const input of user === mcp ? inputs : inputs.slice(0, 4)) await call(tool.name, input)
      }
    }
    for (const bytes of files) await mcp.call('ingest', { file_content: bytes, mime_type: 'application/pdf' })
    await host.host.close()

    expect(errors.length).toBeGreaterThan(100)
    const bodies = errors.map((error) => error.slice(error.indexOf(': {') + 1))
    expect(bodies.filter((error) => error.toLowerCase().includes(mark))).toEqual([])
    expect(lines.join('').toLowerCase()).not.toContain(mark)
    expect(collector.spans.length).toBeGreaterThan(100)
    expect(collector.received.toLowerCase()).not.toContain(mark)
    // Ids of entities are made from names and addresses.
    expect(lines.join('')).not.toMatch(ids)
    expect(collector.received).not.toMatch(ids)
  },
)

/** Broken in several ways, and each says who it is about. */
const files = [
  `%PDF-1.7\n${mark} is broken`,
  `PK\u0003\u0004${mark}`,
  `From: ${mark}@example.org\nContent-Type: multipart/mixed; boundary=${mark}\n\n--${mark}\n`,
].map((text) => Buffer.from(text).toString('base64'))

/** The mark in each parameter in turn, the others as they should be; and the mark where no parameter is. */
function inputsOf(schema: unknown, entity: string): readonly object[] {
  // Published schemas of tools are objects with properties.
  const { properties = {} } = schema as { properties?: Readonly<Record<string, unknown>> }
  const good: Readonly<Record<string, Json>> = Object.fromEntries(
    Object.keys(properties)
      .filter((name) => name in goodValues(entity))
      .map((name) => [name, goodValues(entity)[name] ?? null]),
  )
  const bad = Object.keys(properties).flatMap((name) => [
    { ...good, [name]: `${mark} text` },
    { ...good, [name]: name === 'entities' ? misfits : { any: [`${mark} value`] } },
  ])
  return [good, { ...good, unheard_of: mark }, ...bad]
}

const misfits = [
  { entity_type: 'person', birthday: `${mark} day` },
  { entity_type: 'person', birthday: '0000-00-00', full_name: mark },
]

function goodValues(entity: string): Readonly<Record<string, Json>> {
  return {
    entity_id: entity,
    node_id: entity,
    from_entity_id: entity,
    to_entity_id: `ent_${'0'.repeat(24)}`,
    source_entity_id: entity,
    target_entity_id: entity,
    entity_type: 'person',
    field: 'title',
    value: `${mark} corrected`,
    relationship_type: 'REFERS_TO',
    identifier: `${mark}@example.org`,
    query: mark,
    source_id: '00000000-0000-4000-8000-000000000000',
    relationship_id: '00000000-0000-4000-8000-000000000000',
    interpretation_config: {},
  }
}

async function open(engine: Engine) {
  const collector = await new Collector().listen()
  const lines: string[] = []
  const host = await openTestHost(engine, [truth], {
    tracing: { endpoint: collector.url },
    log: openLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
    limitOverrides: Object.fromEntries(
      truth.tools.map(({ name }) => [name, { points: 100_000, seconds: 60 }]),
    ),
  })
  onTestFinished(async () => {
    await host[Symbol.asyncDispose]()
    await collector[Symbol.asyncDispose]()
  })
  return { host, collector, lines }
}
