import { exitCodes, type ExitCode } from '../terminal/failure.ts'
import { commonOptions, type Command, type Option } from './command.ts'

/** What every terminal shows without scrolling. */
const columns = 80

export function helpFor(command: Command): string {
  const options = Object.entries({ ...command.options, ...commonOptions })
  return [
    ...wrapped(`quipu ${command.name}: ${command.says}`),
    '',
    `Usage: quipu ${[command.name, ...wordsOf(command)].join(' ')} [options]`,
    '',
    'Options:',
    ...table(options.map(([name, option]) => [flag(name, option), option.says])),
    '',
    'Examples:',
    ...command.examples.flatMap(shellLines),
  ].join('\n')
}

/** For the commands that begin with the same word. */
export function helpForGroup(group: readonly Command[]): string {
  const [word = ''] = group[0]?.name.split(' ') ?? []
  return [
    `Usage: quipu ${word} COMMAND [options]`,
    '',
    ...table(group.map((command) => [[command.name, ...wordsOf(command)].join(' '), firstSentence(command)])),
    '',
    `quipu ${word} COMMAND --help shows its options and examples.`,
  ].join('\n')
}

export function helpForAll(commands: readonly Command[]): string {
  const codes = [...new Set(Object.values(exitCodes))].map((code) => `${code} ${exitMeanings[code]}`)
  return [
    'quipu: one self-hosted MCP server between assistants and what a team knows.',
    'Usage: quipu COMMAND [options]',
    '',
    ...paired(table(overview(commands))),
    '',
    'quipu COMMAND --help shows more; .env.example lists all settings.',
    ...wrapped(`Exit codes: ${codes.join(', ')}.`),
  ].join('\n')
}

const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'failed',
  2: 'wrong usage',
  3: 'no store or no answer',
  4: 'not found',
  5: 'conflict',
  6: 'not allowed',
  130: 'ended by a second Ctrl-C',
}

/** Commands that begin with the same word share a line. */
function overview(commands: readonly Command[]): [string, string][] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name)
  return [...groups].map(([word, group]) => {
    const [only] = group
    if (only !== undefined && only.name === word) return [word, firstSentence(only)]
    return [word, group.map(({ name }) => name.slice(word.length + 1)).join(', ')]
  })
}

function firstSentence({ says }: Command): string {
  return /^.*?[.;:](?=\s|$)/.exec(says)?.[0].replace(/[;:]$/, '.') ?? says
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
  return rows.flatMap(([left, right]) =>
    wrapped(right, columns - width - 4).map(
      (line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}`,
    ),
  )
}

/** Two short lines that follow each other share one. */
function paired(lines: readonly string[]): string[] {
  const done: string[] = []
  for (const line of lines) {
    const last = done.at(-1)
    if (last !== undefined && isShortRow(last) && isShortRow(line))
      done[done.length - 1] = last.padEnd(columns / 2) + line
    else done.push(line)
  }
  return done
}

/** A whole row, not the end of a wrapped one. */
function isShortRow(line: string): boolean {
  return line.length < columns / 2 && /^ {2}\S/.test(line)
}

/** Can be copied into a shell: a long command continues on the next line. */
function shellLines(example: string): string[] {
  if (example.length + 2 <= columns) return [`  ${example}`]
  const [first = '', ...options] = example.split(/ (?=--|<)/)
  const lines = [`  ${first}`]
  for (const option of options) {
    const last = lines.length - 1
    const joined = `${lines[last]} ${option}`
    if (joined.length + 2 <= columns) lines[last] = joined
    else lines.push(`    ${option}`)
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line))
}

function wrapped(text: string, width = columns): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
