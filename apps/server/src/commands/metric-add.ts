import { z } from 'zod'
import type { Command } from '../command-line/command.ts'
import { api, named, ontologies, ready } from '../command-line/data-agent-api.ts'
import { userOption, withRequests } from '../command-line/request.ts'
import { exitCodes } from '../terminal/failure.ts'

export const metricAdd: Command = {
  name: 'metric add',
  says: 'Define a figure of the business in an ontology, or replace its definition.',
  words: ['ONTOLOGY', 'NAME', 'EXPRESSION'],
  options: {
    synonym: { value: 'WORDS', says: 'Another name that people use.', isRepeated: true },
    description: { value: 'TEXT', says: 'The meaning in words, shown with each answer.' },
    unit: { value: 'UNIT', says: 'EUR, kg, percent.' },
    user: userOption,
  },
  examples: [
    'npx quipu metric add Shop "net revenue" "sum(orders.total - orders.tax)" --synonym "net sales" --unit EUR',
  ],
  run: async (given, context) => {
    const [wanted = '', label = '', expression = ''] = given.words
    const metric = {
      name: label.trim().toLowerCase().replace(/\W+/g, '_'),
      label,
      expression,
      ...(given.has('synonym') ? { synonyms: given.values('synonym') } : {}),
      ...(given.has('description') ? { description: given.required('description') } : {}),
      ...(given.has('unit') ? { unit: given.required('unit') } : {}),
    }
    await withRequests(context, given.value('user'), async (request) => {
      const { id } = named('ontology', await ontologies(request), wanted)
      // JSON is YAML too.
      const yaml = JSON.stringify({ metrics: [metric] })
      await request('POST', `${api}/ontologies/${id}/import`, z.unknown(), { yaml })
      return ready(request, id, context.tell)
    })
    context.print(given.isJson ? JSON.stringify({ metric }) : `${label} = ${expression}`)
    return exitCodes.ok
  },
}
