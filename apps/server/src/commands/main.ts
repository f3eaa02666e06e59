import { text } from 'node:stream/consumers'
import { chooseCommand } from './choose-command.ts'
import { readConfig, readEnvironment, type Environment } from '../installation/config.ts'
import { describeFailure, exitCodes, type ExitCode } from '../terminal/failure.ts'
import { root } from '../installation/installation.ts'
import { lazyLog } from '../installation/lazy-log.ts'

/** Runs one command line and leaves its outcome in the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const environment = readEnvironment(root, process.env)
  process.once('uncaughtException', (error) => process.exit(report(error, args, environment)))
  const code = await run(args, environment).catch((error: unknown) => report(error, args, environment))
  process.exitCode = code
  // Whatever still holds the process open after its work is done must not keep a script waiting.
  setTimeout(() => process.exit(code), 2000).unref()
}

function report(error: unknown, args: readonly string[], environment: Environment): ExitCode {
  const { exitCode, code, lines } = describeFailure(error, environment['LOG_LEVEL'] === 'debug')
  const [first = '', ...rest] = lines
  if (args.includes('--json')) console.error(JSON.stringify({ error: { code, message: lines.join('\n') } }))
  else console.error([`quipu: ${first}`, ...rest].join('\n'))
  return exitCode
}

async function run(args: readonly string[], environment: Environment): Promise<ExitCode> {
  const choice = chooseCommand(args)
  if (choice.kind === 'read') {
    console.log(choice.text)
    return exitCodes.ok
  }
  const { command, given } = choice
  const config = readConfig(root, environment)
  return await command.run(given, {
    config,
    log: lazyLog(config.logLevel ?? command.logLevel ?? 'warn'),
    print: (line) => console.log(line),
    tell: (line) => console.error(line),
    readAll: () => text(process.stdin),
  })
}
