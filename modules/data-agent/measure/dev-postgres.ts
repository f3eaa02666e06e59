import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Ontology } from '@quipu/query'
import { predict, predictRaw, type Prediction } from './answer-in-process.ts'
import { readQuestions, setsFolder, type AskQuestion } from './ask-sets.ts'
import { ontologyOf } from './ontology-cache.ts'
import { score } from './score.ts'

/**
 * Runs the PostgreSQL set in this process and lists what went wrong, for work on the engine:
 *   npx node modules/data-agent/measure/dev-postgres.ts --pg URL/PREFIX [--db NAME] [--id ID] [--show] [--raw] [--unanswerable]
 * The databases of the set must exist, loaded on the same day, each named PREFIX + NAME.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'defog-classic-pg' },
    pg: { type: 'string' },
    db: { type: 'string' },
    id: { type: 'string' },
    show: { type: 'boolean', default: false },
    right: { type: 'boolean', default: false },
    raw: { type: 'boolean', default: false },
    unanswerable: { type: 'boolean', default: false },
  },
})
const folder = join(setsFolder(), args.set)
const file = args.unanswerable ? join(setsFolder(), 'unanswerable.json') : join(folder, 'questions.json')
const questions = readQuestions(file).filter(
  (each) =>
    (args.db === undefined || each.db === args.db) && (args.id === undefined || each.id.endsWith(args.id)),
)
const names = [...new Set(questions.map((each) => each.db))]
if (args.pg === undefined) throw new Error('Say where the databases are: --pg URL/PREFIX')
await run(args.pg)

async function run(prefix: string): Promise<void> {
  const ontologies = new Map<string, Ontology>()
  for (const name of names)
    ontologies.set(name, await ontologyOf(`pg-${name}`, { kind: 'postgres', url: `${prefix}${name}` }, 'pg'))
  const predictions = questions.flatMap((each) => {
    const ontology = ontologies.get(each.db)
    return ontology === undefined
      ? []
      : [(args.raw ? predictRaw : predict)(each.id, each.question, ontology, new Date())]
  })
  if (args.unanswerable) return listAnswered(predictions)
  const result = score(folder, questions, predictions, prefix)
  const wrong = new Map(result.wrong.map((each) => [each.id, each]))
  for (const [i, question] of questions.entries()) {
    const prediction = predictions[i]
    if (prediction === undefined || !args.show) continue
    const isRight = prediction.status === 'answered' && !wrong.has(question.id)
    if (isRight === args.right) list(question, prediction, wrong.get(question.id)?.why)
  }
  console.log(
    `exact ${result.exact} (of ${result.questions}), contains ${result.contains}, coverage ${result.coverage}, precision ${result.precision} @ ${result.precisionCoverage}, asked ${result.asked}, refused ${result.refused}, failed ${result.failed}`,
  )
}

function list(question: AskQuestion, prediction: Prediction, why: string | undefined): void {
  console.log(
    `\n${question.id} ${question.db} [${prediction.status}${prediction.warned ? ', warned' : ''}] ${prediction.reading?.confidence.toFixed(2) ?? ''} ${why ?? ''}\n  Q ${question.question}\n  G ${(question.gold ?? question.sql ?? '').replaceAll(/\s+/g, ' ')}\n  P ${(prediction.sql ?? prediction.why ?? '').replaceAll(/\s+/g, ' ')}`,
  )
  if ((prediction.reading?.unmatched.length ?? 0) > 0)
    console.log(`  unmatched: ${prediction.reading?.unmatched.join(', ')}`)
}

function listAnswered(predictions: readonly Prediction[]): void {
  for (const [i, question] of questions.entries()) {
    const prediction = predictions[i]
    if (prediction?.status === 'answered' || args.show)
      console.log(
        `${question.id} ${question.db} [${prediction?.status}] ${prediction?.reading?.confidence.toFixed(2) ?? ''} ${question.question} | ${prediction?.why ?? prediction?.sql?.replaceAll(/\s+/g, ' ')} | ${prediction?.reading?.unmatched.join(', ') ?? ''}`,
      )
  }
  const held = predictions.filter(
    (each) => each.status === 'cannot_answer' || each.status === 'clarification',
  ).length
  console.log(`refused or asked back ${held} of ${predictions.length}`)
}
