import { text } from 'node:stream/consumers'
import { parseCommand, type Command } from './command.ts'
import { commands } from './commands.ts'
import { readConfig, readEnvironment, type Environment } from './config.ts'
import { describeFailure, exitCodes, UsageError, type ExitCode } from './failure.ts'
import { helpFor, helpForAll } from './help.ts'
import { root, version } from './installation.ts'
import { lazyLog } from './lazy-log.ts'
import { nearest } from './nearest.ts'

/** Runs one command line and leaves its outcome in the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const environment = readEnvironment(root, process.env)
  const code = await runReporting(args, environment)
  process.exitCode = code
  // Whatever still holds the process open after its work is done must not keep a script waiting.
  setTimeout(() => process.exit(code), 2000).unref()
}

async function runReporting(args: readonly string[], environment: Environment): Promise<ExitCode> {
  try {
    return await run(args, environment)
  } catch (error) {
    const { exitCode, code, lines } = describeFailure(error, environment['LOG_LEVEL'] === 'debug')
    const [first = '', ...rest] = lines
    if (args.includes('--json')) console.error(JSON.stringify({ error: { code, message: lines.join('\n') } }))
    else console.error([`quipu: ${first}`, ...rest].join('\n'))
    return exitCode
  }
}

async function run(args: readonly string[], environment: Environment): Promise<ExitCode> {
  const [first] = args
  if (first === '--version' || first === '-v') return say(version)
  const wantsHelp = args.includes('--help') || args.includes('-h') || first === 'help'
  const typed = args.filter((arg) => arg !== '--help' && arg !== '-h').slice(first === 'help' ? 1 : 0)
  if (typed.length === 0) return say(helpForAll(commands))
  const found = findCommand(typed)
  if (found === undefined && wantsHelp) return say(helpForGroup(typed[0] ?? ''))
  if (found === undefined) throw unknownCommand(typed)
  if (wantsHelp) return say(helpFor(found.command))

  const given = parseCommand(found.command, found.rest)
  const config = readConfig(root, environment)
  return await found.command.run(given, {
    config,
    log: lazyLog(config.logLevel ?? found.command.logLevel ?? 'warn'),
    print: (line) => console.log(line),
    tell: (line) => console.error(line),
    readAll: () => text(process.stdin),
  })
}

function say(text: string): ExitCode {
  console.log(text)
  return exitCodes.ok
}

function findCommand(typed: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const command of commands) {
    const words = command.name.split(' ')
    if (words.every((word, index) => typed[index] === word))
      return { command, rest: typed.slice(words.length) }
  }
  return undefined
}

/** `quipu user --help` shows the commands that begin with it. */
function helpForGroup(word: string): string {
  const group = commands.filter(({ name }) => name.startsWith(`${word} `))
  if (group.length === 0) throw unknownCommand([word])
  return group.map(helpFor).join('\n\n')
}

function unknownCommand(typed: readonly string[]): UsageError {
  const group = commands.filter(({ name }) => name.startsWith(`${typed[0]} `))
  const words = typed
    .filter((word) => !word.startsWith('-'))
    .slice(0, group.length > 0 || typed.length > 1 ? 2 : 1)
  const names = commands.map(({ name }) => name)
  const near = nearest(words.join(' '), names) ?? nearest(words[0] ?? '', names)
  const hint = near === undefined ? '' : ` Did you mean quipu ${near}?`
  if (group.length > 0 && words.length === 1) {
    return new UsageError(
      `quipu ${words[0]} needs one word more: ${group.map(({ name }) => name.split(' ')[1]).join(', ')}.`,
    )
  }
  return new UsageError(`There is no command ${JSON.stringify(words.join(' '))}.${hint}`, 'See: quipu --help')
}
