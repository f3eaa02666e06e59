import { parseCommand, type Command, type Given } from '../command-line/command.ts'
import { commands } from './commands.ts'
import { UsageError } from '../terminal/failure.ts'
import { helpFor, helpForAll, helpForGroup } from '../command-line/help.ts'
import { version } from '../installation/installation.ts'
import { nearest } from '../terminal/nearest.ts'

/** The result of parsing a command line: a command, or a text to print. */
export type Choice =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'run'; readonly command: Command; readonly given: Given }

/** Throws a `UsageError` for a command or an option that does not exist. */
export function chooseCommand(args: readonly string[]): Choice {
  const [first] = args
  if (first === '--version' || first === '-v') return { kind: 'read', text: version }
  const wantsHelp = args.includes('--help') || args.includes('-h') || first === 'help'
  const typed = args.filter((arg) => arg !== '--help' && arg !== '-h').slice(first === 'help' ? 1 : 0)
  if (typed.length === 0) return { kind: 'read', text: helpForAll(commands) }
  const found = findCommand(typed)
  if (found === undefined) {
    const group = commands.filter(({ name }) => name.startsWith(`${typed[0]} `))
    if (!wantsHelp || group.length === 0) throw unknownCommand(typed, group)
    return { kind: 'read', text: helpForGroup(group) }
  }
  const { command, rest } = found
  if (wantsHelp) return { kind: 'read', text: helpFor(command) }
  return { kind: 'run', command, given: parseCommand(command, rest) }
}

function findCommand(typed: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const command of commands) {
    const words = command.name.split(' ')
    if (words.every((word, index) => typed[index] === word))
      return { command, rest: typed.slice(words.length) }
  }
  return undefined
}

function unknownCommand(typed: readonly string[], group: readonly Command[]): UsageError {
  const words = typed.filter((word) => !word.startsWith('-')).slice(0, 2)
  if (group.length > 0 && words.length === 1) {
    const seconds = group.map(({ name }) => name.split(' ')[1])
    return new UsageError(`quipu ${words[0]} needs one word more: ${seconds.join(', ')}.`)
  }
  const names = commands.map(({ name }) => name)
  const near = nearest(words.join(' '), names) ?? nearest(words[0] ?? '', names)
  const hint = near === undefined ? '' : ` Did you mean quipu ${near}?`
  return new UsageError(`There is no command ${JSON.stringify(words.join(' '))}.${hint}`, 'See: quipu --help')
}
