import { ToolError } from '@quipu/kit'
import { misuse, type Command, type Context, type Given } from '../command-line/command.ts'
import { api, named, ontologies, ready, type OntologyListing } from '../command-line/data-agent-api.ts'
import { exitCodes } from '../terminal/failure.ts'
import { userOption, withRequests, type Request } from '../command-line/request.ts'
import { AskAnswer, drawAnswer } from '../terminal/draw-answer.ts'

export const ask: Command = {
  name: 'ask',
  says: 'Ask a question about your data in plain English.',
  words: [],
  rest: 'QUESTION',
  options: {
    ontology: {
      value: 'NAME',
      says: 'What to ask about; "sample" is the sample shop. Default: your only ontology, or the sample shop.',
    },
    sql: { says: 'Show the SQL as well.' },
    assume: { says: 'Answer with stated assumptions instead of asking back.' },
    conversation: { value: 'ID', says: 'Go on from an earlier answer: "and by month?".' },
    user: userOption,
  },
  examples: [
    'npx quipu ask "total sales by region last quarter"',
    'npx quipu ask --ontology warehouse --sql "how many orders were late in May?"',
    'npx quipu ask --json "top 5 products by revenue this year"',
  ],
  run: async (given, context) => {
    const question = given.words.join(' ')
    if (question === '') throw misuse(ask, 'QUESTION is missing')
    const user = given.value('user')
    const answer = await withRequests(context, user, (request) => askOne(request, question, given, context))
    const width = process.stdout.columns ?? 100
    context.print(
      given.isJson ? JSON.stringify(answer) : drawAnswer(answer, { width, sql: given.has('sql') }),
    )
    return answer.answer.status === 'answered' ? exitCodes.ok : exitCodes.unanswered
  },
}

async function askOne(
  request: Request,
  question: string,
  given: Given,
  { tell }: Context,
): Promise<AskAnswer> {
  const { id } = await ready(request, (await chosen(request, given.value('ontology'))).id, tell)
  return request('POST', `${api}/ask`, AskAnswer, {
    ontology_id: id,
    question,
    ...(given.has('assume') ? { proceed_with_assumptions: true } : {}),
    ...(given.has('conversation') ? { conversation_id: given.required('conversation') } : {}),
  })
}

/** Named, or the only one that is not the sample, or the sample. */
async function chosen(request: Request, name: string | undefined): Promise<OntologyListing> {
  const all = await ontologies(request)
  const sample = all.find((each) => each.is_sample)
  if (name?.toLowerCase() === 'sample' && sample !== undefined && !all.some((each) => isNamed(each, name)))
    return sample
  if (name !== undefined) return named('ontology', all, name)
  const own = all.filter((each) => !each.is_sample)
  const [first, second] = own.length > 0 ? own : all
  if (first === undefined)
    throw new ToolError(
      'NOT_FOUND',
      'There is nothing to ask about yet; npx quipu connection add --help shows how',
    )
  if (second === undefined) return first
  const names = all.map((each) => JSON.stringify(each.name)).join(', ')
  throw misuse(ask, `--ontology is missing; it is one of ${names}`)
}

function isNamed({ name }: OntologyListing, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase()
}
