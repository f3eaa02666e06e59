import { misuse, type Command, type Context, type Given } from '../command-line/command.ts'
import { api } from '../command-line/data-agent-api.ts'
import { askableOntology } from '../command-line/chosen-ontology.ts'
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
  const id = await askableOntology(ask, request, given.value('ontology'), tell)
  return request('POST', `${api}/ask`, AskAnswer, {
    ontology_id: id,
    question,
    ...(given.has('assume') ? { proceed_with_assumptions: true } : {}),
    ...(given.has('conversation') ? { conversation_id: given.required('conversation') } : {}),
  })
}
