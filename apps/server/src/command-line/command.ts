import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { Log } from '@quipu/kit'
import type { Config } from '../installation/config.ts'
import { UsageError, type ExitCode } from '../terminal/failure.ts'
import { nearest } from '../terminal/nearest.ts'

export interface Option {
  /** The word that stands for its value in the help; a switch has none. */
  readonly value?: string
  readonly says: string
  /** May be given several times. */
  readonly isRepeated?: boolean
  /** Works, but is not in the help. */
  readonly isHidden?: boolean
}

/** One command of the command line. */
export interface Command {
  /** As typed: `user create`. */
  readonly name: string
  readonly says: string
  /** Names of the words that follow the command, all required. */
  readonly words: readonly string[]
  /** Of any number of further words, none included: what they are together. */
  readonly rest?: string
  readonly options: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** The log level of the command without LOG_LEVEL. Default: errors only. */
  readonly logLevel?: 'info'
  run(given: Given, context: Context): Promise<ExitCode>
}

/** The arguments after the command's name. */
export interface Given {
  readonly words: readonly string[]
  readonly isJson: boolean
  value(option: string): string | undefined
  /** Of an option that may be given several times: all of them, in order. */
  values(option: string): readonly string[]
  required(option: string): string
  has(option: string): boolean
}

export interface Context {
  readonly config: Config
  readonly log: Log
  /** One line, or several, for the person or the script that reads the output. */
  readonly print: (text: string) => void
  /** For the person only. */
  readonly tell: (text: string) => void
  readonly readAll: () => Promise<string>
}

export const commonOptions: Readonly<Record<string, Option>> = {
  json: { says: 'Print JSON, for scripts.' },
  help: { says: 'Show this help.' },
}

/** Throws a `UsageError` for anything that the command does not know. */
export function parseCommand(command: Command, args: readonly string[]): Given {
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parseTyped(command, options, args)
  if (positionals.length > command.words.length && command.rest === undefined) {
    throw misuse(command, `${JSON.stringify(positionals[command.words.length])} is one word too many`)
  }
  const missing = command.words[positionals.length]
  if (missing !== undefined) throw misuse(command, `${missing} is missing`)
  const value = (option: string) => (typeof values[option] === 'string' ? values[option] : undefined)
  return {
    words: positionals,
    isJson: values['json'] === true,
    value,
    values: (option) => [values[option] ?? []].flat().filter((item) => typeof item === 'string'),
    required: (option) => {
      const found = value(option)
      if (found === undefined || found === '') throw misuse(command, `--${option} is missing`)
      return found
    },
    has: (option) => values[option] !== undefined,
  }
}

export function misuse(command: Command, problem: string): UsageError {
  return new UsageError(`${problem}.`, `See: quipu ${command.name} --help`)
}

function parseTyped(command: Command, options: Readonly<Record<string, Option>>, args: readonly string[]) {
  const types: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const [name, { value, isRepeated = false }] of Object.entries(options))
    types[name] ??= { type: value === undefined ? 'boolean' : 'string', multiple: isRepeated }
  try {
    return parseArgs({ args: [...args], options: types, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error
    if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw misuse(command, firstSentence(error.message))
    const [, unknown = ''] = /'(-[^']*)'/.exec(error.message) ?? []
    const near = nearest(unknown.replace(/^-+/, ''), Object.keys(options))
    const hint = near === undefined ? '' : ` Did you mean --${near}?`
    throw new UsageError(
      `${unknown} is not an option of quipu ${command.name}.${hint}`,
      `See: quipu ${command.name} --help`,
    )
  }
}

function firstSentence(message: string): string {
  return (message.split(/\.\s|\n/)[0] ?? message).replace(/\.$/, '')
}
