import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { misuse, type Command } from '../command-line/command.ts'
import {
  api,
  connections,
  named,
  ontologies,
  ready,
  refreshed,
  type OntologyListing,
} from '../command-line/data-agent-api.ts'
import { isUndecided, ontologySales, salesOf, salesText } from './ontology-sales.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/failure.ts'
import { userOption, withRequests, type Request } from '../command-line/request.ts'
import { dayOf, tableOf } from '../terminal/table.ts'

const Made = z.object({ id: z.string() })

const Reading = { name: z.string(), understood: z.string().nullable(), doubts: z.array(z.string()) }
const Shown = z.looseObject({
  datasets: z.array(
    z.looseObject({
      ...Reading,
      rows: z.number(),
      fields: z.array(z.looseObject({ ...Reading, type: z.string(), role: z.string() })),
    }),
  ),
  metrics: z.array(
    z.looseObject({
      label: z.string(),
      description: z.string().nullable(),
      expression: z.string(),
      is_proposed: z.boolean(),
    }),
  ),
})

const ontologyCreate: Command = {
  name: 'ontology create',
  says: 'Look at a connected database and learn what can be asked about it.',
  words: ['NAME'],
  options: {
    connection: { value: 'NAME', says: 'The connection to look at.' },
    description: { value: 'TEXT', says: 'What it is about.' },
    'leave-out': {
      value: 'TABLE.COLUMN',
      says: 'A column whose values are not copied into the value index.',
      isRepeated: true,
    },
    preview: { says: 'Show which values would be copied, and make nothing.' },
    user: userOption,
  },
  examples: [
    'npx quipu ontology create Warehouse --connection warehouse --preview',
    'npx quipu ontology create Warehouse --connection warehouse --leave-out customers.email',
  ],
  run: async (given, context) => {
    const [name = ''] = given.words
    const wanted = given.required('connection')
    const leaveOut = given.values('leave-out').map(columnOf)
    const text = await withRequests(context, given.value('user'), async (request) => {
      const connection = named('connection', await connections(request), wanted)
      if (given.has('preview')) return preview(request, connection.id, leaveOut, given.isJson)
      const { id } = await request('POST', `${api}/ontologies`, Made, {
        name,
        connection_id: connection.id,
        leave_out: leaveOut,
        ...(given.has('description') ? { description: given.required('description') } : {}),
      })
      return textWithFindings(request, await ready(request, id, context.tell), given.isJson)
    })
    context.print(text)
    return exitCodes.ok
  },
}

const ontologyList: Command = {
  name: 'ontology list',
  says: 'List what can be asked about.',
  words: [],
  options: { user: userOption },
  examples: ['npx quipu ontology list'],
  run: async (given, context) => {
    const all = await withRequests(context, given.value('user'), ontologies)
    context.print(given.isJson ? JSON.stringify(all) : listOf(all))
    return exitCodes.ok
  },
}

const ontologyShow: Command = {
  name: 'ontology show',
  says: 'Show the datasets, fields and metrics of an ontology.',
  words: ['NAME'],
  options: { user: userOption },
  examples: ['npx quipu ontology show Warehouse'],
  run: async (given, context) => {
    const shown = await withOne(given.words, given.value('user'), context, (request, { id }) =>
      request('GET', `${api}/ontologies/${id}`, Shown),
    )
    const rows = shown.datasets.flatMap(({ name, fields }) =>
      fields.map((field, index) => [
        index === 0 ? name : '',
        field.name,
        field.type,
        field.role,
        field.understood ?? '',
      ]),
    )
    const table = tableOf(['DATASET', 'FIELD', 'TYPE', 'ROLE', 'READ AS'], rows)
    const text = [
      table,
      ...metricsOf(shown, given.words[0] ?? ''),
      ...filesOf(shown),
      ...doubtsOf(shown),
    ].join('\n')
    context.print(given.isJson ? JSON.stringify(shown) : text)
    return exitCodes.ok
  },
}

const ontologyRefresh: Command = {
  name: 'ontology refresh',
  says: 'Look at the database again; what people added stays.',
  words: ['NAME'],
  options: { user: userOption },
  examples: ['npx quipu ontology refresh Warehouse'],
  run: async (given, context) => {
    const text = await withOne(given.words, given.value('user'), context, async (request, ontology) => {
      await request('POST', `${api}/ontologies/${ontology.id}/refresh`, z.unknown(), {})
      return textWithFindings(request, await refreshed(request, ontology, context.tell), given.isJson)
    })
    context.print(text)
    return exitCodes.ok
  },
}

const ontologyDrop: Command = {
  name: 'ontology drop',
  says: 'Forget an ontology, with what people added to it. The database is not touched.',
  words: ['NAME'],
  options: { user: userOption },
  examples: ['npx quipu ontology drop Warehouse'],
  run: async (given, context) => {
    const { name } = await withOne(given.words, given.value('user'), context, async (request, ontology) => {
      await request('DELETE', `${api}/ontologies/${ontology.id}`, z.unknown())
      return ontology
    })
    context.print(given.isJson ? JSON.stringify({ dropped: name }) : `Dropped ${name}.`)
    return exitCodes.ok
  },
}

const ontologyExport: Command = {
  name: 'ontology export',
  says: 'Write an ontology as YAML.',
  words: ['NAME'],
  options: { out: { value: 'FILE', says: 'Where to. Default: standard output.' }, user: userOption },
  examples: ['npx quipu ontology export Warehouse --out warehouse.yaml'],
  run: async (given, context) => {
    const { yaml } = await withOne(given.words, given.value('user'), context, (request, { id }) =>
      request('GET', `${api}/ontologies/${id}/export`, z.object({ yaml: z.string() })),
    )
    const file = given.value('out')
    if (file !== undefined) writeFileSync(file, yaml)
    const text = given.isJson ? JSON.stringify({ yaml }) : yaml.trimEnd()
    context.print(file === undefined ? text : `Wrote ${file}.`)
    return exitCodes.ok
  },
}

const ontologyImport: Command = {
  name: 'ontology import',
  says: 'Add what a YAML file says (labels, synonyms, metrics, joins) to an ontology.',
  words: ['NAME', 'FILE'],
  options: { user: userOption },
  examples: ['npx quipu ontology import Warehouse warehouse.yaml'],
  run: async (given, context) => {
    const [name = '', file = ''] = given.words
    const yaml = readFileSync(file, 'utf8')
    const ontology = await withOne([name], given.value('user'), context, async (request, { id }) => {
      await request('POST', `${api}/ontologies/${id}/import`, z.unknown(), { yaml })
      return ready(request, id, context.tell)
    })
    context.print(textOf(ontology, given.isJson))
    return exitCodes.ok
  },
}

export const ontologyCommands: readonly Command[] = [
  ontologyCreate,
  ontologyList,
  ontologyShow,
  ontologyRefresh,
  ontologySales,
  ontologyDrop,
  ontologyExport,
  ontologyImport,
]

function withOne<Result>(
  [name = '']: readonly string[],
  user: string | undefined,
  context: Parameters<typeof withRequests>[0],
  work: (request: Request, ontology: OntologyListing) => Promise<Result>,
): Promise<Result> {
  return withRequests(context, user, async (request) =>
    work(request, named('ontology', await ontologies(request), name)),
  )
}

function columnOf(text: string): { dataset: string; field: string } {
  const dot = text.lastIndexOf('.')
  if (dot < 1 || dot === text.length - 1)
    throw misuse(ontologyCreate, `--leave-out is TABLE.COLUMN, not ${JSON.stringify(text)}`)
  return { dataset: text.slice(0, dot), field: text.slice(dot + 1) }
}

async function preview(
  request: Request,
  connectionId: string,
  leaveOut: { dataset: string; field: string }[],
  isJson: boolean,
): Promise<string> {
  const Out = z.object({
    fields: z.array(
      z.looseObject({
        dataset: z.string(),
        field: z.string(),
        outcome: z.string(),
        values: z.number().nullable(),
      }),
    ),
  })
  const body = { leave_out: leaveOut }
  const { fields } = await request('POST', `${api}/connections/${connectionId}/preview`, Out, body)
  if (isJson) return JSON.stringify({ fields })
  return tableOf(
    ['TABLE', 'COLUMN', 'VALUES', 'COPIED'],
    fields.map(({ dataset, field, outcome, values }) => [dataset, field, String(values ?? '-'), outcome]),
  )
}

function textOf(ontology: OntologyListing, isJson: boolean): string {
  if (isJson) return JSON.stringify(ontology)
  const { name, dataset_count: datasets, field_count: fields } = ontology
  return `${name} is ready: ${counted(datasets, 'dataset')}, ${counted(fields, 'field')}. Ask: npx quipu ask --ontology ${JSON.stringify(name)} "…"`
}

/** With what was found in it: its metrics, and the doubts about files, one line each. */
async function textWithFindings(
  request: Request,
  ontology: OntologyListing,
  isJson: boolean,
): Promise<string> {
  if (isJson) return textOf(ontology, isJson)
  const shown = await request('GET', `${api}/ontologies/${ontology.id}`, Shown)
  const sales = await salesOf(request, ontology.id)
  return [
    textOf(ontology, isJson),
    ...metricsOf(shown, ontology.name),
    ...(isUndecided(sales) ? ['', 'Which figure is your revenue?', salesText(sales, ontology.name)] : []),
    ...filesOf(shown),
    ...doubtsOf(shown),
  ].join('\n')
}

/** What each figure means here, and how a person changes it: an error in it is one in every answer. */
function metricsOf({ metrics }: z.infer<typeof Shown>, name: string): string[] {
  const example = `npx quipu metric add ${JSON.stringify(name)} revenue "sum(dataset.field)"`
  if (metrics.length === 0) return ['', `No figure such as revenue was found. To define one: ${example}`]
  const rows = metrics.map(({ label, description, expression, is_proposed: isProposed }) => [
    label,
    description ?? expression,
    isProposed ? 'proposed' : '',
  ])
  return ['', tableOf(['METRIC', 'MEANS', ''], rows), `To define one otherwise: ${example}`]
}

/** How many rows were read of which files, and what was left out. */
function filesOf({ datasets }: z.infer<typeof Shown>): string[] {
  const lines = datasets.flatMap(({ name, understood }) =>
    understood === null ? [] : [`${name}: ${understood}`],
  )
  return lines.length === 0 ? [] : ['', 'Read from files:', ...lines]
}

function doubtsOf({ datasets }: z.infer<typeof Shown>): string[] {
  const lines = datasets.flatMap(({ name, doubts, fields }) => [
    ...doubts.map((doubt) => `${name}: ${doubt}.`),
    ...fields.flatMap((field) => field.doubts.map((doubt) => `${name}, ${field.name}: ${doubt}.`)),
  ])
  return lines.length === 0 ? [] : ['', 'In doubt:', ...lines]
}

function listOf(all: readonly OntologyListing[]): string {
  if (all.length === 0) return 'No ontologies. See: quipu ontology create --help'
  return tableOf(
    ['NAME', 'STATUS', 'DATASETS', 'FIELDS', 'CONNECTION', 'REFRESHED'],
    all.map((each) => [
      each.name,
      each.status === 'failed' ? `failed: ${each.reason ?? ''}` : each.status,
      String(each.dataset_count),
      String(each.field_count),
      each.connection ?? '-',
      dayOf(each.refreshed_at),
    ]),
  )
}
