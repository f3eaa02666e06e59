import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { misuse, type Command, type Context } from '../command-line/command.ts'
import { askableOntology } from '../command-line/chosen-ontology.ts'
import { api } from '../command-line/data-agent-api.ts'
import { userOption, withRequests } from '../command-line/request.ts'
import { AskAnswer, drawAnswer } from '../terminal/draw-answer.ts'

export const query: Command = {
  name: 'query',
  says: 'Answer a query in terms of your data, as JSON.',
  words: ['FILE'],
  options: {
    ontology: {
      value: 'NAME',
      says: 'What to ask about; "sample" is the sample shop. Default: your only ontology, or the sample shop.',
    },
    rows: { value: 'N', says: 'How many rows to show, 1 to 1000. Default: 100.' },
    sql: { says: 'Show the SQL as well.' },
    conversation: { value: 'ID', says: 'Go on from an earlier answer.' },
    user: userOption,
  },
  examples: [
    'npx quipu query sales-by-city.json',
    `echo '{"from": "orders", "select": [{"count": "orders"}]}' | npx quipu query -`,
    'npx quipu ask --json "orders by city" | jq .answer.query',
  ],
  run: async (given, context) => {
    const [file = ''] = given.words
    const wanted = await queryIn(file, context)
    const rows = given.value('rows')
    if (rows !== undefined && !/^[0-9]+$/.test(rows)) throw misuse(query, '--rows is a number')
    const answer = await withRequests(context, given.value('user'), async (request) => {
      const id = await askableOntology(query, request, given.value('ontology'), context.tell)
      return request('POST', `${api}/query`, AskAnswer, {
        ontology_id: id,
        query: wanted,
        ...(rows === undefined ? {} : { max_rows: Number(rows) }),
        ...(given.has('conversation') ? { conversation_id: given.required('conversation') } : {}),
      })
    })
    const width = process.stdout.columns ?? 100
    context.print(
      given.isJson
        ? JSON.stringify(answer)
        : drawAnswer(answer, {
            width,
            sql: given.has('sql'),
            rows: rows === undefined ? undefined : Number(rows),
          }),
    )
    return answer.answer.status === 'answered' ? exitCodes.ok : exitCodes.unanswered
  },
}

/** Of a file, or of standard input. */
async function queryIn(file: string, { readAll }: Context): Promise<z.core.util.JSONType> {
  const text = file === '-' ? await readAll() : await textOf(file)
  try {
    return z.json().parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(exitCodes.usage, `The query is no JSON: ${why}`, { cause: error })
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(exitCodes.notFound, `The file ${file} cannot be read.`, { cause: error })
  }
}
