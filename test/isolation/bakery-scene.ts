import type { HostOptions } from '@quipu/host'
import type { Json, Module } from '@quipu/kit'
import fc from 'fast-check'
import { writeBakery } from '../data-agent/bakery.ts'
import { makeOntology } from '../data-agent/open-agent.ts'
import { temporaryFolder } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import type { Draft, Ways } from './inputs.ts'
import { words } from './inputs.ts'
import { kindOfFact } from './truth-scene.ts'
import { isUniverse } from './universe-scene.ts'

/** What must be there before the data agent can be asked anything, and how it is asked. */
export class BakeryScene implements Disposable {
  readonly #folder: ReturnType<typeof temporaryFolder> | undefined
  #ways: Ways = {}

  constructor(modules: readonly Module[]) {
    const isNeeded = modules.some(({ name }) => name === 'data-agent')
    this.#folder = isNeeded ? temporaryFolder() : undefined
  }

  get options(): Partial<HostOptions> {
    if (this.#folder === undefined) return {}
    return {
      moduleSettings: { 'data-agent': { sourceRoots: [this.#folder.path] } },
      limitOverrides: {
        ask_question: { points: 1_000_000, seconds: 60 },
        query_data: { points: 1_000_000, seconds: 60 },
        run_verified_question: { points: 1_000_000, seconds: 60 },
        explain_answer: { points: 1_000_000, seconds: 60 },
        search_fields: { points: 1_000_000, seconds: 60 },
      },
    }
  }

  async furnish(host: TestHost): Promise<void> {
    if (this.#folder === undefined) return
    const file = writeBakery(this.#folder.path)
    const admin = await host.user({ role: 'admin', path: '' })
    const place = { kind: 'sqlite', file }
    const added = await admin.api('POST', '/api/data-agent/connections', { name: 'bakery', ...place })
    const { id: connection } = (await added.json()) as { id: string }
    const ontology = await makeOntology(admin, { name: 'Bakery', connection_id: connection })
    const overlay = { verified: [{ question: verifiedQuestion, sql: 'select count(*) as n from sales' }] }
    await admin.api('PATCH', `/api/data-agent/ontologies/${ontology}`, { overlay })
    const exported = await admin.api('GET', `/api/data-agent/ontologies/${ontology}/export`)
    const { yaml } = (await exported.json()) as { yaml: string }
    this.#ways = waysFor({ connection, ontology, yaml, file })
  }

  /** By the name of a field. What belongs to the installation carries nobody's mark: everyone may see it. */
  waysOf(operation: string): Ways {
    if (operation.endsWith('POST /api/data-agent/connections'))
      return { ...this.#ways, name: spareName('connections') }
    if (operation.includes('DELETE /api/data-agent/connections'))
      return { connection_id: spare('connections') }
    if (operation.includes('/api/data-agent/uploads/'))
      return { ...this.#ways, upload_id: fc.uuid({ version: 4 }), name: fc.constant('fruit.csv') }
    if (/query_data|POST \/api\/data-agent\/query/.test(operation))
      return { ...this.#ways, ...inNewOrOld, query: someQuery() }
    if (operation === 'tool run_verified_question')
      return { ...this.#ways, ...inNewOrOld, question: fc.constant(verifiedQuestion) }
    if (/ask_question|POST \/api\/data-agent\/ask/.test(operation)) return { ...this.#ways, ...inNewOrOld }
    const isToBeSpared = /(?:DELETE|PATCH) .*ontologies|(?:refresh|import)$/.test(operation)
    return isToBeSpared ? { ...this.#ways, ontology_id: spare('ontologies') } : this.#ways
  }

  /** It describes what belongs to the installation, so anyone may count it. */
  isShared(operation: string): boolean {
    return operation.startsWith('completion knecta:')
  }

  [Symbol.dispose](): void {
    this.#folder?.[Symbol.dispose]()
  }
}

const verifiedQuestion = 'How many receipts are there?'

/** What an answer shows the id of, if it is a thing that calls can name. */
export function kindOf(row: Readonly<Record<string, Json>>): string | undefined {
  if ('completed' in row || 'restorable_until' in row) return 'tasks'
  if ('title' in row && 'updated_at' in row) return 'conversations'
  if ('choice' in row) return 'preferences'
  const [first, kind] = typeof row['name'] === 'string' ? row['name'].split(' ') : []
  if (first === 'spare') return kind
  return isUniverse(row) ? 'universes' : kindOfFact(row)
}

interface Furniture {
  readonly connection: string
  readonly ontology: string
  readonly yaml: string
  readonly file: string
}

function waysFor({ connection, ontology, yaml, file }: Furniture): Ways {
  const ontologyId = fc.oneof(
    { weight: 7, arbitrary: fc.constant(ontology) },
    { weight: 3, arbitrary: fc.constant(workspace) },
    fc.uuid(),
  )
  const word = fc.constantFrom(...words)
  return {
    ontologyId,
    ontology_id: ontologyId,
    id: ontologyId,
    connection_id: fc.constant(connection),
    conversation_id: idOf('conversations'),
    preference_id: idOf('preferences'),
    question: fc.oneof(
      fc.constantFrom(
        'How many sales are there?',
        'total amount by city',
        'and by month?',
        'titles of all tasks',
      ),
      fc.constant({ $marked: 'How many sales are there for' }),
    ),
    dataset: fc.constantFrom('sales', 'shops'),
    text: fc.oneof(fc.constantFrom('city', 'Lima'), fc.constant({ $marked: 'amount' })),
    column: fc.constantFrom('sales', 'n'),
    row: fc.integer({ min: 1, max: 2 }),
    clarification_answers: fc.record({ 'time period': word.map(($marked) => ({ $marked })) }),
    label: word.map(($marked) => ({ $marked })),
    choice: word.map(($marked) => ({ $marked })),
    name: spareName('ontologies'),
    description: word,
    file: fc.constant(file),
    yaml: fc.constant(yaml),
    overlay: fc.constant({}),
    leave_out: fc.constant([]),
  }
}

/** The ontology over everybody's own rows: the same id for all. */
const workspace = '00000000-0000-4000-8000-000000000001'

/** Some questions that are answered, and one that searches for somebody's mark. */
function someQuery(): fc.Arbitrary<Draft> {
  const sales = { from: 'sales', select: [{ count: 'sales' }] }
  const marked = { from: 'shops', select: ['name'], where: [['name', 'contains', { $marked: 'bread' }]] }
  const own = [
    { from: 'tasks', select: ['title', 'description'] },
    { from: 'notes', select: ['title', 'text', 'source_place'] },
  ]
  return fc.constantFrom<Draft[]>(
    ...own,
    sales,
    { from: 'sales', select: ['city', { sum: 'amount' }] },
    marked,
  )
}

function spareName(kind: 'connections' | 'ontologies'): fc.Arbitrary<Draft> {
  return fc.nat(1_000_000).map((number) => `spare ${kind} ${number}`)
}

function spare(kind: 'connections' | 'ontologies'): fc.Arbitrary<Draft> {
  return fc.nat(20).map((at) => ({ $id: kind, whose: 'own' as const, at }))
}

/** Mostly a new conversation: who has none yet would only be refused. JSON leaves out a field that is undefined. */
const inNewOrOld: Ways = {
  conversation_id: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined as unknown as Draft) },
    { weight: 1, arbitrary: idOf('conversations') },
  ),
}

/** Mostly the caller's own. */
export function idOf(kind: string): fc.Arbitrary<Draft> {
  const whose = fc.constantFrom<('own' | 'others')[]>('own', 'own', 'own', 'others')
  return fc.record({ $id: fc.constant(kind), whose, at: fc.nat(20) })
}
