import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StdioClient } from '../testing/stdio-client.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { shareServer } from '../testing/shared-server.ts'
import { folderWithStore } from '../testing/test-store.ts'

const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ida Berg\nEMAIL:ida@example.org\nEND:VCARD\n'
const companies = 'name,city,vat_id\nAcme Ltd,Lima,DE811907980\nBolt Inc,Cusco,\n'

/** Files in folders, two of them equal. */
function writeFiles(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'more'))
  writeFileSync(join(folder, 'companies.csv'), companies)
  writeFileSync(join(folder, 'ida.vcf'), card)
  writeFileSync(join(folder, 'more', 'again.vcf'), card)
  return folder
}

const server = shareServer()
const run = async (...args: string[]) => quipu(args, { QUIPU_DATA_DIR: server().folder })

test(
  '[C200] [C201] [C942] [C202] [C943] files are added, found, shown and traced, and everything goes to another account and back',
  { timeout: 600_000 },
  async () => {
    const files = writeFiles()
    const added = await run('truth', 'add', files)
    expect(added).toMatchObject({
      code: 0,
      stdout: 'Remembered 2 files with 3 observations. 1 file known already.\n',
    })
    expect(added.stderr.split('\n')).toEqual([
      '1 of 3  companies.csv: 2 observations, 2 new entities',
      '2 of 3  ida.vcf: 1 observation, 1 new entity',
      '3 of 3  again.vcf: known already',
      '',
    ])
    expect((await run('truth', 'search', 'ida')).stdout).toMatch(/contact +ent_\w{24} +Ida Berg\n.*ida\.vcf/)
    expect((await run('truth', 'show', 'Acme Ltd')).stdout).toMatch(
      /^Acme Ltd \(company\) {2}ent_\w{24}\n {2}city +Lima\n {2}name +Acme Ltd\n {2}vat_id +DE811907980\n1 observation/,
    )
    const why = await run('truth', 'why', 'DE811907980', 'city')
    expect(why.stdout).toMatch(
      /^city of ent_\w{24} is Lima\n {2}observation +[-\w]{36}, .*\n {2}source +[-\w]{36}, companies.csv \(text\/csv\), .*\n {2}place +row 2, column 2\n {2}text +"Lima"\n$/,
    )
    expect(await run('truth', 'show', 'Nobody')).toMatchObject({ code: 4 })
    expect(await run('truth', 'why', 'Acme Ltd', 'colour')).toMatchObject({ code: 4 })

    const out = join(files, 'truth.jsonl')
    const exported = await run('truth', 'export', '--out', out)
    expect(exported.stdout).toMatch(/^Wrote 2 sources and 3 observations to .*\nContent hash: \w{64}\n$/)
    expect(await run('truth', 'export', '--out', out)).toMatchObject({ code: 5 })
    expect(readdirSync(join(server().folder, 'exports'))).toEqual([])

    const alone = { QUIPU_DATA_DIR: await folderWithStore() }
    expect(await quipu(['truth', 'import', out], alone)).toMatchObject({
      code: 0,
      stdout: 'Took in 2 sources and 3 observations that were new.\n',
    })
    await quipu(['truth', 'export', '--out', join(files, 'again.jsonl')], alone)
    expect(readFileSync(join(files, 'again.jsonl'), 'utf8')).toBe(readFileSync(out, 'utf8'))
    const broken = await quipu(['truth', 'import', join(files, 'ida.vcf')], alone)
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('Line 1 is not JSON') as string])
  },
)

test('[C340] a large file is added, and the command ends once it is read', { timeout: 600_000 }, async () => {
  const file = join(temporaryFolder(), 'large.mbox')
  const head =
    'From x Mon Nov 16 10:00:00 2026\nFrom: Ada <ada@example.org>\nDate: Mon, 16 Nov 2026 10:00:00 +0000\n'
  const bytes = `${'QUJD'.repeat(19)}\n`.repeat(60_000)
  const scan = `${head}Subject: Scan\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n${bytes}\n`
  writeFileSync(file, `${head}Subject: Grandeur\n\nHello\n\n${scan.repeat(4)}`)
  expect(await run('truth', 'add', file)).toMatchObject({
    code: 0,
    stderr: '1 of 1  large.mbox: kept and read\n',
  })
  expect((await run('truth', 'search', 'Grandeur')).stdout).toContain('large.mbox')
})

test(
  '[C203] extract writes a line for each file, also for equal ones, and keeps nothing',
  { timeout: 600_000 },
  async () => {
    const files = writeFiles()
    const out = join(temporaryFolder(), 'lines.jsonl')
    const folder = join(temporaryFolder(), 'data')
    const done = await quipu(['truth', 'extract', '--dir', files, '--out', out], { QUIPU_DATA_DIR: folder })
    expect([done.code, done.stdout]).toEqual([0, `Wrote 3 lines to ${out}.\n`])
    const lines = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; entities: { fields: object }[] })
    expect(lines.map(({ file }) => file)).toEqual(['companies.csv', 'ida.vcf', 'more/again.vcf'])
    expect(lines[0]?.entities).toHaveLength(2)
    expect(lines[1]?.entities).toEqual([
      { entity_type: 'contact', fields: { full_name: 'Ida Berg', emails: ['ida@example.org'] } },
    ])
    expect(lines[2]?.entities).toEqual(lines[1]?.entities)
    expect(existsSync(folder)).toBe(false)
  },
)

test(
  '[C204] resolve writes which records mean the same, and refuses a file that is not a list',
  { timeout: 600_000 },
  async () => {
    const folder = temporaryFolder()
    const records = join(folder, 'people.csv')
    const out = join(folder, 'entities.csv')
    const rows = Array.from({ length: 30 }, (_, n) => `r${n},Person${n},Street ${n * 7},19${50 + n}-03-04`)
    const copies = rows.slice(0, 5).map((row, n) => row.replace(/^r\d+/, `c${n}`))
    writeFileSync(records, ['record_id,name,address,born', ...rows, ...copies, ''].join('\n'))
    const settings = { QUIPU_DATA_DIR: join(folder, 'data') }
    const done = await quipu(['truth', 'resolve', '--records', records, '--out', out], settings)
    expect([done.stderr, done.code]).toEqual(['', 0])
    const entities = new Map(
      readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',') as [string, string]),
    )
    expect(entities.size).toBe(35)
    for (const n of [0, 1, 2, 3, 4]) expect(entities.get(`c${n}`)).toBe(entities.get(`r${n}`))

    writeFileSync(records, '')
    const refused = await quipu(['truth', 'resolve', '--records', records, '--out', `${out}2`], settings)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('The file is empty') as string,
    ])
    expect([existsSync(`${out}2`), existsSync(join(folder, 'data'))]).toEqual([false, false])
  },
)

test('[C205] the tools of truth work over stdio', { timeout: 300_000 }, async () => {
  const client = new StdioClient(await folderWithStore())
  await client.initialize()
  const call = async (name: string, args: object) => {
    const { result } = await client.request('tools/call', { name, arguments: args })
    return result?.structuredContent as unknown as { receipt?: { created: string[] } }
  }
  const stated = await call('ingest', { entities: [{ entity_type: 'company', name: 'Acme', city: 'Lima' }] })
  const [id] = stated.receipt?.created ?? []
  expect(await call('get_field_provenance', { entity_id: id, field: 'city' })).toMatchObject({
    value: 'Lima',
    span: { kind: 'json', pointer: '/entities/0/city', text: 'Lima' },
  })
  const { result } = await client.request('resources/read', { uri: `truth://entities/${id}` })
  expect(JSON.stringify(result)).toContain('Lima')
  expect(await client.close()).toBe(0)
})

test(
  '[C941] [C942] a refused file stops no other, and a name of several entities is a conflict',
  { timeout: 600_000 },
  async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a-empty.csv'), '')
    writeFileSync(join(folder, 'twins.csv'), 'name,vat_id\nTwin Ltd,DE811907980\nTwin Ltd,NL123456782B90\n')
    const added = await run('truth', 'add', folder)
    expect([added.code, added.stderr.split('\n')]).toEqual([
      1,
      [expect.stringContaining('a-empty.csv: '), expect.stringContaining('twins.csv: 2 observations'), ''],
    ])
    expect(await run('truth', 'show', 'Twin Ltd')).toMatchObject({ code: 5, stdout: '' })
  },
)
