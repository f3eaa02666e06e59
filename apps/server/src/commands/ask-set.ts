import { createWriteStream, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import { misuse, type Command, type Context, type Given } from '../command-line/command.ts'
import { CommandFailed, exitCodes, type ExitCode } from '../terminal/failure.ts'

/** Whatever else a question carries, such as its right answer, is not looked at. */
const Questions = z.array(
  z.object({ id: z.union([z.string(), z.number()]), db: z.string(), question: z.string() }),
)

/** Predicts the SQL of every question of a set, with nothing but the databases beside it. */
export async function askSet(command: Command, given: Given, { tell, print }: Context): Promise<ExitCode> {
  if (given.words.length > 0) throw misuse(command, '--set asks the questions of a file; leave QUESTION out')
  const folder = resolve(given.required('set'))
  const out = given.required('out')
  const questions = questionsIn(join(folder, given.value('questions') ?? 'questions.json'))
  const { dataAgent } = await import('@quipu/data-agent')
  const stream = createWriteStream(out)
  const counts = new Map<string, number>()
  let done = 0
  for await (const prediction of dataAgent.predict({
    folder,
    questions,
    postgres: given.value('pg'),
    tell,
  })) {
    stream.write(`${JSON.stringify(prediction)}\n`)
    counts.set(prediction.status, (counts.get(prediction.status) ?? 0) + 1)
    if (++done % 100 === 0) tell(`${done} of ${questions.length}`)
  }
  stream.end()
  await finished(stream)
  const summary = { questions: questions.length, ...Object.fromEntries(counts), out }
  const told = [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
  print(given.isJson ? JSON.stringify(summary) : `${questions.length} questions: ${told}. Written to ${out}.`)
  return exitCodes.ok
}

function questionsIn(file: string): z.infer<typeof Questions> {
  const parsed = Questions.safeParse(jsonIn(file))
  if (parsed.success) return parsed.data
  throw new CommandFailed(
    exitCodes.usage,
    `${file} must be a list of objects with id, db and question: ${z.prettifyError(parsed.error)}`,
  )
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch (error) {
    throw new CommandFailed(
      exitCodes.usage,
      `${file} cannot be read as JSON: ${error instanceof Error ? error.message : ''}`,
    )
  }
}
