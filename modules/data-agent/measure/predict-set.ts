import { createWriteStream, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { predict } from './predict.ts'

/**
 * Predicts the SQL of every question of a set, using only its databases, and writes one prediction per line:
 *   npx node modules/data-agent/measure/predict-set.ts --set DIR --out FILE.jsonl [--questions NAME.json] [--pg URL/PREFIX]
 * With `--pg` the databases are on that PostgreSQL, each named PREFIX + name. Default of `--questions`: questions.json.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string' },
    questions: { type: 'string', default: 'questions.json' },
    pg: { type: 'string' },
    out: { type: 'string' },
  },
})
if (args.set === undefined || args.out === undefined) throw new Error('Needs --set DIR and --out FILE.jsonl')
await predictSet(resolve(args.set), args.out)

async function predictSet(folder: string, out: string): Promise<void> {
  const questions = questionsIn(join(folder, args.questions))
  const stream = createWriteStream(out)
  const counts = new Map<string, number>()
  for await (const prediction of predict({ folder, questions, postgres: args.pg, tell: console.error })) {
    stream.write(`${JSON.stringify(prediction)}\n`)
    counts.set(prediction.status, (counts.get(prediction.status) ?? 0) + 1)
  }
  stream.end()
  await finished(stream)
  const summary = [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
  console.log(`${questions.length} questions: ${summary}. Written to ${out}.`)
}

/** Other fields of a question, such as its right answer, are not read. */
function questionsIn(file: string): readonly { id: string | number; db: string; question: string }[] {
  const Questions = z.array(
    z.object({ id: z.union([z.string(), z.number()]), db: z.string(), question: z.string() }),
  )
  const parsed = Questions.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(
    `${file} must be a list of objects with id, db and question: ${z.prettifyError(parsed.error)}`,
  )
}
