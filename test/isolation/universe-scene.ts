import type { Json, Module } from '@quipu/kit'
import fc from 'fast-check'
import type { TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import type { Draft, Ways } from './inputs.ts'
import { words } from './inputs.ts'
import type { Person } from './person.ts'

const bodyIds = ['sun', 'earth', 'moon'] as const
const orbit = { orbitalDistance: 1, orbitalSpeed: 1, orbitalPhase: 0 }
const body = { mass: 1, radius: 1, color: '#ffcc00', parentId: null, ...orbit }

/** Universes that one person each may look at and not change, and someone with whom anyone may share. */
export class UniverseScene {
  readonly #isNeeded: boolean
  #owner: TestUser | undefined
  #guest: TestUser | undefined
  readonly #shared: string[] = []

  constructor(modules: readonly Module[]) {
    this.#isNeeded = modules.some(({ name }) => name === 'universe')
  }

  async furnish(host: TestHost): Promise<void> {
    if (!this.#isNeeded) return
    this.#owner = await host.user({ role: 'contributor', path: '' })
    this.#guest = await host.user({ role: 'viewer', path: '' })
  }

  /** Everyone who comes may look at a universe of someone whom nobody knows. */
  async welcome(person: Person): Promise<void> {
    if (this.#owner === undefined) return
    const { email } = person.mcp
    await this.#leaveUndone(person)
    const made = await this.#owner.api('POST', '/universes', { name: 'Shared', preset: 'sol' })
    const { id } = (await made.json()) as { id: string }
    const shared = await this.#owner.api('PUT', `/universes/${id}/members`, { email, role: 'viewer' })
    if (!shared.ok) throw new Error(`Not shared: ${await shared.text()}`)
    this.#shared.push(id)
  }

  /** Universes of their own, if they may have some, with steps that stand and one that is taken back, and which are shared. */
  async #leaveUndone(person: Person): Promise<void> {
    const call = (name: string, input: Readonly<Record<string, Json>>) =>
      person.send({ kind: 'rpc', method: 'tools/call', params: { name, arguments: input } })
    for (const number of [1, 2, 3]) {
      const { isGood, text: made } = await call('create_universe', { name: `spare undone ${number}` })
      if (!isGood) return
      const { result } = JSON.parse(made) as { result: { structuredContent: { id: string } } }
      const universeId = result.structuredContent.id
      for (const dt of [1, 2, 3, 4, 5])
        await call('send_universe_command', { universeId, command: { type: 'tick', dt } })
      await call('undo_universe_command', { universeId })
      const path = `/universes/${universeId}/members`
      const body = { email: this.#guest?.email ?? '', role: 'viewer' }
      await person.send({ kind: 'rest', method: 'PUT', path, body })
    }
  }

  /** Whose memberships others give and take. */
  get guests(): readonly string[] {
    return this.#guest === undefined ? [] : [this.#guest.id]
  }

  get uris(): readonly string[] {
    return this.#shared.map((id) => `universe://${id}`)
  }

  /** By the name of a field. */
  waysOf(operation: string): Ways {
    const isQuery = operation.startsWith('route GET')
    const id = forPrepared.test(operation) ? prepared : someones
    const guest = this.#guest
    return {
      id,
      universeId: id,
      universe_id: id,
      userId: fc.constant(guest?.id ?? ''),
      email: fc.constant(guest?.email ?? ''),
      name: text,
      theme: text,
      state: fc.constant({ stars: { sun: { ...body, name: { $marked: 'Sun' } } } }),
      command: commands,
      bodyId: fc.constantFrom(...bodyIds),
      selection: fc.constantFrom(...bodyIds),
      following: fc.constantFrom(...bodyIds),
      category: fc.constantFrom('star-crud', 'nebulae', 'addStar'),
      time: fc.constant('100'),
      ids: fc.constantFrom('', 'sun'),
      revision: number(isQuery, 0, 1),
      after: number(isQuery, 0, 3),
      before: number(isQuery, 1, 5),
      limit: number(isQuery, 1, 20),
      expectedRevision: fc.nat(2),
      commandId: fc.constant({ $fresh: 'password' }),
    }
  }
}

/** What goes well only where something was done before. */
const forPrepared = /\/undo$|\/redo$|\/members\/:userId$|^tool undo_universe_command$/

/** What an answer shows the id of, if it is a universe. */
export function isUniverse(row: Readonly<Record<string, Json>>): boolean {
  return 'revision' in row && 'role' in row
}

const someones: fc.Arbitrary<Draft> = fc.record({
  $id: fc.constant('universes'),
  whose: fc.constantFrom<('own' | 'others')[]>('own', 'own', 'own', 'others'),
  // Few, so that what one call made is there for the next.
  at: fc.nat(2),
})

const prepared: fc.Arbitrary<Draft> = fc.record({
  $id: fc.constant('undone'),
  whose: fc.constantFrom<('own' | 'others')[]>('own', 'own', 'own', 'others'),
  at: fc.nat(2),
})

const text: fc.Arbitrary<Draft> = fc
  .constantFrom(...words.filter((word) => word !== ''))
  .map(($marked) => ({ $marked }))

const commands: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({
    type: fc.constant('addStar'),
    id: fc.constantFrom(...bodyIds),
    payload: text.map((name) => ({ ...body, name })),
  }),
  fc.record({
    type: fc.constant('updateStar'),
    id: fc.constantFrom(...bodyIds),
    payload: fc.record({ name: text }),
  }),
  fc.record({ type: fc.constant('removeStar'), id: fc.constantFrom(...bodyIds) }),
  fc.record({ type: fc.constant('tick'), dt: fc.nat(100) }),
)

/** In a query a number is text. */
function number(isText: boolean, min: number, max: number): fc.Arbitrary<Draft> {
  return fc.integer({ min, max }).map((value) => (isText ? String(value) : value))
}
