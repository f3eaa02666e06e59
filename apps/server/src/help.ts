import { commonOptions, type Command, type Option } from './command.ts'

export function helpFor(command: Command): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).filter(
    ([, { isHidden = false }]) => !isHidden,
  )
  const words = wordsOf(command)
    .map((word) => ` ${word}`)
    .join('')
  return [
    `quipu ${command.name}: ${command.says}`,
    '',
    `Usage: quipu ${command.name}${words} [options]`,
    '',
    'Options:',
    ...table(options.map(([name, option]) => [flag(name, option), option.says])),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n')
}

export function helpForAll(commands: readonly Command[]): string {
  return [
    'quipu: one self-hosted MCP server between AI assistants and what a team knows and does.',
    '',
    'Usage: quipu COMMAND [options]',
    '',
    'Commands:',
    ...table(commands.map((command) => [[command.name, ...wordsOf(command)].join(' '), command.says])),
    '',
    'quipu COMMAND --help shows its options and examples. quipu --version prints the version.',
    '',
    'Examples:',
    '  npx quipu start',
    '  npx quipu user invite --email ada@example.com --role contributor',
    '  npx quipu pat create --user ada@example.com --name "nightly report" --scope "tasks:read"',
    '',
    'Exit codes:',
    ...table([
      ['0', 'done'],
      ['1', 'failed'],
      ['2', 'wrong usage or configuration'],
      ['3', 'the store cannot be reached, another process has it, or a question was not answered'],
      ['4', 'not found'],
      ['5', 'in conflict with what is there'],
      ['6', 'not allowed'],
      ['130', 'ended by a second Ctrl-C'],
    ]),
    '',
    'Settings are environment variables; .env.example lists them all.',
  ].join('\n')
}

function wordsOf({ words, rest }: Command): readonly string[] {
  return rest === undefined ? words : [...words, rest]
}

function flag(name: string, { value, isRepeated = false }: Option): string {
  const typed = value === undefined ? `--${name}` : `--${name} ${value}`
  return isRepeated ? `${typed} …` : typed
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
