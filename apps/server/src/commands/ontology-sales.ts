import { z } from 'zod'
import { misuse, type Command } from '../command-line/command.ts'
import { api, named, ontologies } from '../command-line/data-agent-api.ts'
import { userOption, withRequests, type Request } from '../command-line/request.ts'
import { exitCodes } from '../terminal/failure.ts'
import { tableOf } from '../terminal/table.ts'

const Sales = z.looseObject({
  period: z.string(),
  own_revenue: z.string().nullable(),
  choices: z.array(
    z.looseObject({
      dataset: z.string(),
      meaning: z.string(),
      revenue: z.number().nullable(),
      unit: z.string().nullable(),
      is_taken: z.boolean(),
      is_confirmed: z.boolean(),
    }),
  ),
})
type Sales = z.infer<typeof Sales>

export const ontologySales: Command = {
  name: 'ontology sales',
  says: 'Show which rows are taken for the sales, each possibility with its revenue, or choose.',
  words: ['NAME'],
  options: {
    are: {
      value: 'DATASET',
      says: 'The sales are the rows of this dataset. Several are added up.',
      isRepeated: true,
    },
    derive: { says: 'Forget what was chosen, and derive it again.' },
    user: userOption,
  },
  examples: ['npx quipu ontology sales Warehouse', 'npx quipu ontology sales Warehouse --are invoices'],
  run: async (given, context) => {
    const chosen = given.values('are')
    if (chosen.length > 0 && given.has('derive'))
      throw misuse(ontologySales, 'use --are or --derive, not both')
    const [name = ''] = given.words
    const sales = await withRequests(context, given.value('user'), async (request) => {
      const { id } = named('ontology', await ontologies(request), name)
      if (chosen.length > 0 || given.has('derive'))
        await request('PUT', `${api}/ontologies/${id}/sales`, z.unknown(), { datasets: [...chosen] })
      return salesOf(request, id)
    })
    context.print(given.isJson ? JSON.stringify(sales) : salesText(sales, name))
    return exitCodes.ok
  },
}

export function salesOf(request: Request, id: string): Promise<Sales> {
  return request('GET', `${api}/ontologies/${id}/sales`, Sales)
}

/** Whether nobody said what the sales are, and there is more than one possibility. */
export function isUndecided({ choices, own_revenue: own }: Sales): boolean {
  return own === null && choices.length > 1 && !choices.some(({ is_confirmed: isConfirmed }) => isConfirmed)
}

export function salesText({ period, own_revenue: own, choices }: Sales, name: string): string {
  const quoted = JSON.stringify(name)
  const defined = own === null ? [] : [`Revenue is defined by a person, and that is used: ${own}`]
  if (choices.length === 0)
    return [
      ...defined,
      `No rows that could be sales were found. To define a figure: npx quipu metric add ${quoted} revenue "sum(dataset.field)"`,
    ].join('\n')
  const rows = choices.map(({ dataset, meaning, revenue, unit, is_taken: isTaken, is_confirmed: isSaid }) => [
    isSaid ? 'chosen' : isTaken ? 'taken' : '',
    dataset,
    revenue === null ? '-' : `${numbers.format(revenue)}${unit === null ? '' : ` ${unit}`}`,
    meaning,
  ])
  const other = choices.find(({ is_taken: isTaken }) => !isTaken)
  return [
    ...defined,
    tableOf(['', 'SALES', `REVENUE, ${period.toUpperCase()}`, 'MEANS'], rows),
    ...(other === undefined
      ? []
      : [
          `If another figure is yours: npx quipu ontology sales ${quoted} --are ${JSON.stringify(other.dataset)}`,
        ]),
  ].join('\n')
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
