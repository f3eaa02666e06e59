import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../environment/index.ts'

const program = resolve(import.meta.dirname, '../../modules/data-agent/measure/predict-set.ts')

test(
  '[DA100] a set is asked without a data folder, and only the questions are read',
  { timeout: 120_000 },
  async () => {
    using place = temporaryFolder()
    writeShops(place.path)
    const gold = { sql: 'the answer that nobody may look at', ordered: false }
    const questions = [
      { id: 'a', db: 'shops', question: 'How many shops are there?', ...gold },
      { id: 'b', db: 'lost', question: 'How many shops are there?', ...gold },
    ]
    writeFileSync(join(place.path, 'other.json'), JSON.stringify(questions))
    const out = join(place.path, 'out.jsonl')
    const data = join(place.path, 'data')

    const ended = await run(['--set', place.path, '--questions', 'other.json', '--out', out], data)

    expect(ended).toMatchObject({ code: 0 })
    expect(ended.stdout).toContain('2 questions: 1 answered, 1 error')
    expect(ended.stderr).toContain('lost cannot be asked')
    const lines = readFileSync(out, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: 'a', status: 'answered', sql: expect.stringMatching(/^SELECT/i) as string, warned: false },
      { id: 'b', status: 'error', sql: null },
    ])
    expect(existsSync(data)).toBe(false)
  },
)

function writeShops(folder: string): void {
  mkdirSync(join(folder, 'databases'))
  using db = new DatabaseSync(join(folder, 'databases', 'shops.sqlite'))
  db.exec(`create table shops (shop_id integer primary key, name text not null);
    insert into shops values (1, 'Harbour'), (2, 'Old Town'), (3, 'Station')`)
}

async function run(
  args: readonly string[],
  dataFolder: string,
): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, QUIPU_DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [unknown]
  return { code, ...output }
}
