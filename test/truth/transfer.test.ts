import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { onEachEngine, type Ingested, type Person, type Truth } from './open-truth.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A file, facts, a correction, a relationship, two merges of which one is undone, and a second run. */
async function fillWith({ clock }: Truth, person: Person): Promise<void> {
  const file = await person.call<Ingested>('ingest', {
    file_content: base64('Rechnung ü\nRemember the milk'),
    mime_type: 'text/plain',
    original_filename: 'list.txt',
  })
  await person.call('reinterpret', {
    source_id: file.source_id,
    interpretation_config: { code_version: '2' },
  })
  const ids: string[] = []
  for (const [name, city] of [
    ['Acme Ltd', 'Lima'],
    ['Bolt Inc', 'Cusco'],
    ['Core AG', 'Ulm'],
  ]) {
    const entity = { entity_type: 'company', name, city, founded: '2001-02-03', mascot: { kind: 'llama' } }
    ids.push(...(await person.state(entity)).receipt.created)
  }
  const [acme, bolt, core] = ids
  const provenance = { extracted_at: '2026-01-02T03:04:05Z', extractor_version: '1' }
  await person.call('ingest', {
    entities: [{ entity_type: 'company', name: 'Acme Ltd', city: 'Arequipa' }],
    provenance,
  })
  await person.call('correct', { entity_id: acme, entity_type: 'company', field: 'city', value: 'Tacna' })
  await person.call('create_relationship', {
    relationship_type: 'PART_OF',
    source_entity_id: acme,
    target_entity_id: core,
    metadata: { since: 2020 },
  })
  await person.call('merge_entities', { from_entity_id: bolt, to_entity_id: acme, merge_reason: 'the same' })
  await person.call('unmerge_entities', { entity_id: bolt })
  clock.advance('1h')
  await person.call('merge_entities', { from_entity_id: bolt, to_entity_id: acme })
  await person.call('ingest', {
    file_content: base64('kept only'),
    mime_type: 'text/plain',
    interpret: false,
  })
}

async function exported({ url }: Truth, { user }: Person): Promise<string> {
  const answer = await fetch(`${url}/api/truth/export`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('truth.jsonl')
  return answer.text()
}

async function imported({ url }: Truth, { user }: Person, file: string | Uint8Array<ArrayBuffer>) {
  const answer = await fetch(`${url}/api/truth/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: file,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Everything that follows from the log, as the front door shows it. */
async function shown(person: Person): Promise<unknown> {
  const { entities } = await person.call<{ entities: { id: string }[] }>('retrieve_entities', { limit: 500 })
  const details = []
  for (const { id } of entities)
    details.push(
      await person.snapshot(id),
      await person.call('list_observations', { entity_id: id, limit: 500 }),
      await person.call('list_relationships', { entity_id: id }),
    )
  return {
    entities,
    details,
    events: await person.call('list_timeline_events', { limit: 500 }),
    found: await person.call('search_truth', { query: 'acme' }),
    files: await person.call('search_truth', { query: 'milk' }),
  }
}

onEachEngine((installation) => {
  const people = async () => {
    const [ann, bob] = [
      await installation().person({ path: '' }),
      await installation().person({ path: '' }),
    ] as const
    return { ann, bob }
  }

  test('[TR130] what one person exports and another imports is known alike and exported alike, byte by byte', async () => {
    const { ann, bob } = await people()
    await fillWith(installation(), ann)
    const file = await exported(installation(), ann)
    installation().clock.advance('3d')
    const answer = await imported(installation(), bob, file)

    expect(answer).toMatchObject({
      status: 200,
      body: { sources_added: 7, relationships_added: 1, merges_added: 2 },
    })
    expect(await exported(installation(), bob)).toBe(file)
    expect(await shown(bob)).toEqual(await shown(ann))
  })

  test('[TR131] importing a file again changes nothing', async () => {
    const { ann } = await people()
    await fillWith(installation(), ann)
    const file = await exported(installation(), ann)
    const { body } = await imported(installation(), ann, file)
    expect(body).toMatchObject({
      sources_added: 0,
      observations_added: 0,
      relationships_added: 0,
      merges_added: 0,
    })
    expect(await exported(installation(), ann)).toBe(file)
  })

  test('[TR132] [TR938] a file that is broken or foreign is refused whole, with the line and the reason', async () => {
    const { ann, bob } = await people()
    await fillWith(installation(), ann)
    const file = await exported(installation(), ann)
    const empty = await exported(installation(), bob)
    const lines = file.trimEnd().split('\n')
    const at = (kind: string) => lines.findIndex((line) => kind in (JSON.parse(line) as object))
    const afterFile = lines.findIndex((line, index) => index > at('bytes') && /"(source|end)":\{/.test(line))
    const changed = (kind: string, from: string | RegExp, to: string) =>
      lines.map((line, index) => (index === at(kind) ? line.replace(from, to) : line)).join('\n') + '\n'
    const broken: [string | Buffer<ArrayBuffer>, number, RegExp][] = [
      ['', 1, /is missing: the file is cut off/],
      ['no JSON at all\n', 1, /is not JSON/],
      ['{"invoice":1}\n', 1, /does not begin a file of truth/],
      ['[1]\n', 1, /is not an object/],
      [Buffer.from([0xff, 0xfe, 0x0a]), 1, /is not UTF-8/],
      ['{"quipu_truth":2}\n', 1, /version of the format/],
      [file.slice(0, -10), lines.length, /has no end: the file is cut off/],
      [`${lines.slice(0, -1).join('\n')}\n`, lines.length, /is missing: the file is cut off/],
      [
        lines.toSpliced(at('merge'), 1).join('\n') + '\n',
        lines.length - 1,
        /the file was changed or damaged/,
      ],
      [lines.toSpliced(2, 0, lines.at(-2)!).join('\n') + '\n', 3, /which cannot stand here/],
      [lines.concat(lines.at(-1)!).join('\n') + '\n', lines.length + 1, /which cannot stand here/],
      [changed('merge', '"reason":"the same"', '"reason":"another"'), lines.length, /changed or damaged/],
      [changed('merge', 'ent_', 'eNt_'), at('merge') + 1, /has no valid merge\./],
      [changed('observation', /"entity_type":"\w+"/, '"entity_type":"x"'), at('observation') + 1, /type/],
      [changed('observation', '"specificity"', '"\\u0000"'), at('observation') + 1, /cannot be kept/],
      [
        changed('run', /"interpreter":"\w+/, '"interpreter":"x'),
        at('run') + 1,
        /id that is not that of its run/,
      ],
      [changed('source', /"content_hash":"\w{4}/, '"content_hash":"0000'), at('source') + 1, /id/],
      [changed('bytes', /"bytes":"..../, '"bytes":"AAAA'), afterFile + 1, /bytes are not those of its hash/],
      [changed('bytes', /"bytes":".+"/, '"bytes":"?"'), at('bytes') + 1, /has no valid bytes/],
    ]
    for (const [text, line, reason] of broken) {
      const { status, body } = await imported(installation(), bob, text)
      const { error } = body as { error: { code: string; message: string; details: { line: number } } }
      expect([status, error.code, error.message]).toEqual([
        400,
        'VALIDATION_ERROR',
        expect.stringMatching(reason) as string,
      ])
      expect([error.message, error.details.line]).toEqual([error.message, line])
      expect(error.message).toContain(`Line ${error.details.line} `)
    }
    expect(await exported(installation(), bob)).toBe(empty)
  })

  test('[TR133] viewers export and do not import', async () => {
    const viewer = await installation().person({ path: '', role: 'viewer' })
    const file = await exported(installation(), viewer)
    expect(file.split('\n')[0]).toBe('{"quipu_truth":1}')
    expect(await imported(installation(), viewer, file)).toMatchObject({ status: 403 })
  })

  test('[TE130] [TE912] a list of records is answered with which of them mean the same, and nothing is kept', async () => {
    const ann = await installation().person({ path: '' })
    const sent = (list: string) =>
      fetch(`${installation().url}/api/truth/resolve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.user.token}`, 'content-type': 'text/csv' },
        body: list,
      })
    const people = Array.from({ length: 20 }, (_, n) => `r${n},Person${n},Street ${n * 7},19${50 + n}-03-04`)
    const copy = people[3]!.replace('r3', 'copy')
    let processes = 0
    const count = () => void (processes += 1)
    subscribe('child_process', count)
    const answer = await sent(['record_id,name,address,born', ...people, copy, ''].join('\n'))
    unsubscribe('child_process', count)
    expect(processes).toBe(1)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(lines).toHaveLength(22)
    const entityOf = (id: string) => lines.find((line) => line.startsWith(`${id},`))?.split(',')[1]
    expect(entityOf('copy')).toBe(entityOf('r3'))
    const refused = await sent('record_id\nsame\nsame\n')
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'VALIDATION_ERROR' } },
    ])
    expect(await ann.call('retrieve_entities')).toMatchObject({ total: 0 })
  })
})
