import { z } from 'zod'
import { misuse, type Command, type Given } from '../command-line/command.ts'
import { api, connections, named, type ConnectionListing } from '../command-line/data-agent-api.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { userOption, withRequests } from '../command-line/request.ts'
import { dayOf, tableOf } from '../terminal/table.ts'

const connectionAdd: Command = {
  name: 'connection add',
  says: 'Connect a database or files to ask about; read-only.',
  words: ['NAME'],
  options: {
    sqlite: { value: 'FILE', says: 'A SQLite database under QUIPU_SOURCE_ROOTS.' },
    files: {
      value: 'PATH',
      says: 'A folder, or files, of CSV, Excel, Parquet, JSON or DuckDB under QUIPU_SOURCE_ROOTS.',
      isRepeated: true,
    },
    postgres: { value: 'URL', says: 'A PostgreSQL database; - reads the URL from standard input.' },
    mysql: { value: 'URL', says: 'A MySQL or MariaDB database; - reads the URL from standard input.' },
    schema: {
      value: 'NAME',
      says: 'With --postgres: a schema to look at. Default: public.',
      isRepeated: true,
    },
    user: userOption,
  },
  examples: [
    'npx quipu connection add shop --sqlite /srv/data/shop.sqlite',
    'npx quipu connection add reports --files /srv/data/reports',
    'npx quipu connection add warehouse --postgres - < url.txt',
  ],
  run: async (given, context) => {
    const [name = ''] = given.words
    const place = await placeOf(given, context.readAll)
    const added = await withRequests(context, given.value('user'), (request) =>
      request('POST', `${api}/connections`, z.object({ id: z.string(), name: z.string() }), {
        name,
        ...place,
      }),
    )
    const next = `npx quipu ontology create ${JSON.stringify(name)} --connection ${JSON.stringify(name)}`
    context.print(given.isJson ? JSON.stringify(added) : `Connected ${added.name}. Next: ${next}`)
    return exitCodes.ok
  },
}

const connectionList: Command = {
  name: 'connection list',
  says: 'List what is connected.',
  words: [],
  options: { user: userOption },
  examples: ['npx quipu connection list'],
  run: async (given, context) => {
    const all = await withRequests(context, given.value('user'), connections)
    context.print(given.isJson ? JSON.stringify(all) : listOf(all))
    return exitCodes.ok
  },
}

const connectionTest: Command = {
  name: 'connection test',
  says: 'Try whether a connection can be read.',
  words: ['NAME'],
  options: { user: userOption },
  examples: ['npx quipu connection test warehouse'],
  run: async (given, context) => {
    const [name = ''] = given.words
    const Out = z.object({ ok: z.boolean(), message: z.string(), tables: z.number() })
    const result = await withRequests(context, given.value('user'), async (request) => {
      const { id } = named('connection', await connections(request), name)
      return request('POST', `${api}/connections/${id}/test`, Out)
    })
    context.print(
      given.isJson ? JSON.stringify(result) : `${result.ok ? '✓' : '✗'} ${name}: ${result.message}`,
    )
    return result.ok ? exitCodes.ok : exitCodes.unreachable
  },
}

const connectionRemove: Command = {
  name: 'connection remove',
  says: 'Forget a connection. Ontologies made from it must be dropped first.',
  words: ['NAME'],
  options: { user: userOption },
  examples: ['npx quipu connection remove warehouse'],
  run: async (given, context) => {
    const [name = ''] = given.words
    await withRequests(context, given.value('user'), async (request) => {
      const { id } = named('connection', await connections(request), name)
      return request('DELETE', `${api}/connections/${id}`, z.unknown())
    })
    context.print(given.isJson ? JSON.stringify({ removed: name }) : `Removed ${name}.`)
    return exitCodes.ok
  },
}

export const connectionCommands: readonly Command[] = [
  connectionAdd,
  connectionList,
  connectionTest,
  connectionRemove,
]

async function placeOf(
  given: Given,
  readAll: () => Promise<string>,
): Promise<Record<string, string | readonly string[]>> {
  const [sqlite, files] = [given.value('sqlite'), given.values('files')]
  const [postgres, mysql] = [given.value('postgres'), given.value('mysql')]
  const paths = files.length > 0 ? files : undefined
  const kinds = [sqlite, paths, postgres, mysql].filter((each) => each !== undefined)
  if (kinds.length !== 1) throw misuse(connectionAdd, 'give one of --sqlite, --files, --postgres or --mysql')
  if (sqlite !== undefined) return { kind: 'sqlite', file: sqlite }
  const address = postgres ?? mysql
  if (address === undefined) return { kind: 'files', paths: files }
  const url = address === '-' ? (await readAll()).trim() : address
  if (url === '') throw new CommandFailed(exitCodes.usage, 'No URL came on standard input.')
  if (mysql !== undefined) return { kind: 'mysql', url }
  const schemas = given.values('schema')
  return { kind: 'postgres', url, ...(schemas.length > 0 ? { schemas } : {}) }
}

function listOf(all: readonly ConnectionListing[]): string {
  if (all.length === 0) return 'Nothing is connected. See: quipu connection add --help'
  return tableOf(
    ['NAME', 'KIND', 'PLACE', 'ADDED', ''],
    all.map(({ name, kind, place, created_at, is_sample }) => [
      name,
      kind,
      place ?? '-',
      dayOf(created_at),
      is_sample ? 'sample' : '',
    ]),
  )
}
