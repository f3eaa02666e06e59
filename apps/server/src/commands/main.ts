import { text } from 'node:stream/consumers'
import { chooseCommand } from './choose-command.ts'
import { misspelt, readConfig, readEnvironment } from '../installation/config.ts'
import { describeFailure, exitCodes, type ExitCode } from '../terminal/failure.ts'
import { root } from '../installation/installation.ts'
import { lazyLog } from '../installation/lazy-log.ts'

/** Runs one command line and leaves its outcome in the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.once('uncaughtException', (error) => process.exit(report(error, args)))
  const code = await run(args).catch((error: unknown) => report(error, args))
  process.exitCode = code
  // Whatever still holds the process open after its work is done must not keep a script waiting.
  setTimeout(() => process.exit(code), 2000).unref()
}

function report(error: unknown, args: readonly string[]): ExitCode {
  const { exitCode, code, lines } = describeFailure(error, isDebug())
  const [first = '', ...rest] = lines
  if (args.includes('--json')) console.error(JSON.stringify({ error: { code, message: lines.join('\n') } }))
  else console.error([`quipu: ${first}`, ...rest].join('\n'))
  return exitCode
}

function isDebug(): boolean {
  try {
    return readEnvironment(root, process.env)['LOG_LEVEL'] === 'debug'
  } catch {
    return process.env['LOG_LEVEL'] === 'debug'
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const choice = chooseCommand(args)
  if (choice.kind === 'read') {
    console.log(choice.text)
    return exitCodes.ok
  }
  const { command, given } = choice
  const environment = readEnvironment(root, process.env)
  const config = readConfig(root, environment)
  if (command.name === 'start') for (const line of misspelt(environment)) console.error(line)
  return await command.run(given, {
    config,
    log: lazyLog(config.logLevel ?? command.logLevel ?? 'warn'),
    print: (line) => console.log(line),
    tell: (line) => console.error(line),
    readAll: () => text(process.stdin),
  })
}
