import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../environment/index.ts'

const program = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

export interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

export interface SuiteRun {
  readonly exitCode: number | null
  /** Each check that the suite made, of every scenario. */
  readonly checks: readonly Check[]
}

/** The official suite's part for authorization servers. `browse` gets each address that it asks a person to open. */
export async function runAuthorizationSuite(
  args: readonly string[],
  browse: (address: string) => Promise<unknown> = async () => {},
): Promise<SuiteRun> {
  using folder = temporaryFolder()
  const child = spawn(process.execPath, [program, 'authorization', ...args, '-o', folder.path])
  let output = ''
  let browsing: Promise<unknown> | undefined
  const read = (chunk: Buffer) => {
    output += String(chunk)
    const address = /^(http\S+\/authorize\?\S+)\n/m.exec(output)?.[1]
    if (address !== undefined) browsing ??= browse(address).catch(() => child.kill())
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  await browsing
  return { exitCode, checks: checksIn(folder.path) }
}

function checksIn(folder: string): Check[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = files.filter((name) => name.endsWith('checks.json')).toSorted()
  // The suite wrote them a moment ago, in its own form.
  return found.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[])
}
