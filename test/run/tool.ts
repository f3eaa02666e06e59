import { spawn, type StdioOptions } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export type ToolRun = { exitCode: number; output: string }

type ToolOptions = { env?: Record<string, string>; isLive?: boolean }

/** Runs a program of node_modules/.bin on the Node that the project brings along; `isLive` shows its output as it comes. */
export async function runTool(
  tool: string,
  args: string[],
  { env, isLive }: ToolOptions = {},
): Promise<ToolRun> {
  const bin = resolve(root, 'node_modules/.bin')
  const path = [bin, process.env['PATH']].join(delimiter)
  const stdio: StdioOptions = isLive ? 'inherit' : ['ignore', 'pipe', 'pipe']
  const child = spawn(resolve(bin, tool), args, {
    cwd: root,
    stdio,
    env: { ...process.env, ...env, PATH: path },
  })

  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))

  // A signal to us alone must reach the tool, which then ends what it started; we leave after it.
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward).on('SIGINT', forward)
  const { promise, resolve: finish, reject } = Promise.withResolvers<number>()
  child.once('error', (error) =>
    reject(new Error(`${tool} does not start: run "npm install" first`, { cause: error })),
  )
  child.once('close', (code) => finish(code ?? 1))
  try {
    return { exitCode: await promise, output: output.trim() }
  } finally {
    process.off('SIGTERM', forward).off('SIGINT', forward)
  }
}
