import { defineModule, type Ports } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../../../../test/environment/index.ts'
import { engines, openTestHost, type TestHost } from '../../../../test/environment/test-host.ts'
import { dataAgentMigrations } from '../migrations/data-agent-migrations.ts'
import { ConnectionStore } from './connections.ts'
import { ConversationStore } from './conversations.ts'
import { OntologyStore } from './ontologies.ts'
import { PreferenceStore } from './preferences.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
const everyone = { everyone: true } as const

describe.each(available)('conversations and preferences on %s', (engine) => {
  let host: TestHost
  let ports: Ports
  let ontologyId: string
  beforeAll(async () => {
    const module = defineModule({
      name: 'data-agent',
      title: 'Data agent',
      permissions: {},
      tools: [],
      migrations: dataAgentMigrations,
      open: (opened) => (ports = opened),
    })
    host = await openTestHost(engine, [module])
    ontologyId = await addOntology('first')
  })
  afterAll(() => host[Symbol.asyncDispose]())

  async function addOntology(name: string): Promise<string> {
    const connections = new ConnectionStore(ports.db, ports.secrets)
    const connection = await connections.add(everyone, name, { kind: 'sqlite', file: '/x' }, ports.now())
    const ontology = { connectionId: connection!.id, name, description: null, leaveOut: [] }
    return (await new OntologyStore(ports.db).add(everyone, ontology, ports.now()))!.id
  }

  test('[DO38] a conversation keeps question, artifacts and answer of each turn, in order, only for its owner', async () => {
    const conversations = new ConversationStore(ports.db)
    const [ana, ben] = await Promise.all([host.user(), host.user()])
    const [owner, other] = [{ userId: ana.id }, { userId: ben.id }]
    const start = { ontologyId, title: 'MCP: Test — How many?', clientName: 'Test' }
    const { id } = await conversations.start(owner, start, ports.now())
    const turn = (question: string) => ({
      question,
      status: 'answered',
      artifacts: { plan: [1, 'x'] },
      answer: [{ text: '3' }],
    })

    const places = await Promise.all(
      ['one', 'two', 'three'].map((question) =>
        conversations.addTurn(owner, id, turn(question), ports.now()),
      ),
    )

    expect(new Set(places)).toEqual(new Set([1, 2, 3]))
    const turns = await conversations.turns(owner, id, 2)
    expect(turns.map(({ position }) => position)).toEqual([2, 3])
    expect(turns[0]).toMatchObject({ artifacts: { plan: [1, 'x'] }, answer: [{ text: '3' }] })
    expect(await conversations.find(owner, id)).toMatchObject(start)
    expect(await conversations.list(owner, 10)).toHaveLength(1)
    expect(await conversations.find(other, id)).toBeUndefined()
    expect(await conversations.turns(other, id, 9)).toEqual([])
    expect(await conversations.addTurn(other, id, turn('mine?'), ports.now())).toBeUndefined()
    expect(await conversations.remove(other, id)).toBe(false)
    expect(await conversations.find(owner, 'not an id')).toBeUndefined()
    expect(await conversations.remove(owner, id)).toBe(true)
    expect(await conversations.turns(owner, id, 9)).toEqual([])
  })

  test('[DO39] [DO1531] a conversation outlives its ontology; preferences for it do not', async () => {
    const conversations = new ConversationStore(ports.db)
    const preferences = new PreferenceStore(ports.db)
    const owner = { userId: (await host.user()).id }
    const gone = await addOntology('short-lived')
    const { id } = await conversations.start(
      owner,
      { ontologyId: gone, title: 'T', clientName: null },
      ports.now(),
    )
    await preferences.keep(owner, { ontologyId: gone, label: 'region', choice: 'sales region' }, ports.now())

    await new OntologyStore(ports.db).remove(everyone, gone)

    expect(await conversations.find(owner, id)).toMatchObject({ ontologyId: null, title: 'T' })
    expect(await preferences.list(owner)).toEqual([])
  })

  test('[DO40] [DO1507] a preference is for one ontology or for all, the last choice counts, and the one for the ontology wins', async () => {
    const preferences = new PreferenceStore(ports.db)
    const [ana, ben] = await Promise.all([host.user(), host.user()])
    const [owner, other] = [{ userId: ana.id }, { userId: ben.id }]
    const keep = (to: string | null, label: string, choice: string) =>
      preferences.keep(owner, { ontologyId: to, label, choice }, ports.now())
    await keep(null, 'Meaning of revenue', 'gross')
    await keep(null, 'meaning of revenue ', 'net')
    await keep(ontologyId, 'Meaning of revenue', 'paid')
    const region = await keep(null, 'region', 'sales region')

    expect(await preferences.list(owner)).toHaveLength(3)
    expect(await preferences.choices(owner, ontologyId)).toEqual({
      'meaning of revenue': 'paid',
      region: 'sales region',
    })
    expect(await preferences.choices(owner, crypto.randomUUID())).toMatchObject({
      'meaning of revenue': 'net',
    })
    expect(await preferences.list(other)).toEqual([])
    expect(await preferences.remove(other, region.id)).toBe(false)
    expect(await preferences.remove(owner, region.id)).toBe(true)
  })
})
