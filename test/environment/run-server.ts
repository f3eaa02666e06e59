import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** Runs `quipu start` of a program until the test is over. Resolves when it says that it runs. */
export async function runServer(program: string, env: Record<string, string>): Promise<void> {
  const server = spawn(process.execPath, [program, 'start'], { env, stdio: 'pipe' })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  let output = ''
  server.stderr.on('data', (chunk) => (output += String(chunk)))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('doctor')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}
