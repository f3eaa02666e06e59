import type { Json, Module } from '@quipu/kit'
import fc from 'fast-check'
import type { Engine, TestHost } from '../environment/test-host.ts'
import { openTestHost } from '../environment/test-host.ts'
import { BakeryScene, idOf } from './bakery-scene.ts'
import { Ear } from './ear.ts'
import type { Draft } from './inputs.ts'
import { Ledger, marker } from './ledger.ts'
import type { Operation, WaysOf } from './operations.ts'
import { operationsOf, variablesOf } from './operations.ts'
import { Person } from './person.ts'
import { laidOpen } from './sight.ts'
import { TruthScene } from './truth-scene.ts'
import { UniverseScene } from './universe-scene.ts'
import { VikunjaScene } from './vikunja-scene.ts'

interface Turn {
  readonly who: number
  readonly calls: readonly { readonly name: string; readonly draft: Draft }[]
}

const callsPerTurn = 10

/** What must be there before a module can be called. */
interface Scene {
  readonly bakery: BakeryScene
  readonly truth: TruthScene
  readonly universe: UniverseScene
  readonly vikunja: VikunjaScene
}

/** Several people at one installation, each trying everything; and an eye on whether one gets near what is another's. */
export class Crowd implements AsyncDisposable {
  readonly #host: TestHost
  readonly #scene: Scene
  readonly #ledger: Ledger
  readonly #modules: readonly Module[]
  readonly #people: readonly Person[]
  readonly #ears: readonly Ear[]
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #writes = new Map<Person, number>()
  /** How often each operation was tried, and how often it went well. */
  readonly tried = new Map<string, { calls: number; good: number }>()

  private constructor(
    host: TestHost,
    scene: Scene,
    ledger: Ledger,
    modules: readonly Module[],
    people: readonly Person[],
    ears: readonly Ear[],
  ) {
    this.#host = host
    this.#scene = scene
    this.#ledger = ledger
    this.#modules = modules
    this.#people = people
    this.#ears = ears
    this.#operations = new Map(
      modules
        .flatMap((module) => operationsOf(module, waysIn(scene, module)))
        .map((operation) => [operation.name, operation]),
    )
  }

  static async gather(engine: Engine, modules: readonly Module[]): Promise<Crowd> {
    const ledger = new Ledger()
    const scene = {
      bakery: new BakeryScene(modules),
      truth: new TruthScene(modules),
      universe: new UniverseScene(modules),
      vikunja: await VikunjaScene.open(modules),
    }
    const { moduleSettings, ...options } = scene.bakery.options
    const host = await openTestHost(engine, [...modules, ledger.module], {
      ...options,
      moduleSettings: { ...moduleSettings, truth: scene.truth.settings, vikunja: scene.vikunja.settings },
    })
    await scene.bakery.furnish(host)
    await scene.universe.furnish(host)
    await ledger.open()
    const people: Person[] = []
    const ears: Ear[] = []
    for (const role of ['contributor', 'contributor', 'admin', 'viewer'] as const) {
      const person = await Person.join(host, role)
      await scene.universe.welcome(person)
      await scene.truth.welcome(person)
      scene.vikunja.welcome(person)
      await scene.vikunja.prepare(person)
      const ear = new Ear(marker)
      await ear.listen(person.mcp, [...modules.flatMap(urisOf), ...scene.universe.uris])
      people.push(person)
      ears.push(ear)
    }
    return new Crowd(host, scene, ledger, modules, people, ears)
  }

  /**
   * Makes this many random calls and checks each answer and each turn. Of favoured operations there are `weight` times as
   * many as of all. Rejects with what was shown and should not have been.
   */
  async play(calls: number, favoured: readonly string[] = [], weight = 1): Promise<void> {
    const names = [{ weight: 1, arbitrary: fc.constantFrom(...this.#operations.keys()) }]
    if (favoured.length > 0) names.push({ weight, arbitrary: fc.constantFrom(...favoured) })
    const call = fc
      .oneof(...names)
      .chain((name) => this.#operation(name).inputs.map((draft) => ({ name, draft })))
    const turn = fc.record({
      who: fc.nat(this.#people.length - 1),
      calls: fc.array(call, { minLength: callsPerTurn, maxLength: callsPerTurn }),
    })
    const { failed, errorInstance, seed } = await fc.check(
      fc.asyncProperty(turn, (each) => this.#turn(each)),
      // What came before is part of the case, so a smaller one would be another one.
      { numRuns: calls / callsPerTurn, endOnFailure: true },
    )
    if (failed) throw new Error(`With seed ${seed}: ${String(errorInstance)}`, { cause: errorInstance })
    await this.#compareWhatWasHeard()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const ear of this.#ears) await ear.close()
    for (const person of this.#people) await person.hangUp()
    await this.#host[Symbol.asyncDispose]()
    this.#scene.bakery[Symbol.dispose]()
    this.#scene.truth[Symbol.dispose]()
    await this.#scene.vikunja[Symbol.asyncDispose]()
  }

  async #turn({ who, calls }: Turn): Promise<void> {
    const person = this.#people[who]
    if (person === undefined) throw new Error(`There is no person ${who}`)
    await this.#scene.vikunja.prepare(person)
    const before = await this.#rowsOfOthers(person)
    for (const { name, draft } of calls) await this.#call(person, this.#operation(name), draft)
    if (before !== (await this.#rowsOfOthers(person))) {
      throw new Error(`One of ${calls.map(({ name }) => name).join(', ')} changed the rows of someone else`)
    }
    this.#compareWhatIsStreamed()
  }

  /** Here, and at the server that a module is a bridge to. */
  async #rowsOfOthers(person: Person): Promise<string> {
    const { universe, vikunja } = this.#scene
    return (await this.#ledger.othersOf(person.mcp.id, universe.guests)) + vikunja.othersOf(person)
  }

  /** What a person has done must not appear on the streams of others. */
  #compareWhatIsStreamed(): void {
    for (const person of this.#people) {
      const seen = laidOpen(person.overheard())
      const others = this.#people.filter((each) => each !== person)
      if (others.some(({ secrets }) => secrets.some((secret) => seen.includes(secret))))
        throw new Error(`A stream showed what belongs to someone else: ${seen}`)
    }
  }

  async #call(person: Person, operation: Operation, draft: Draft): Promise<void> {
    const { name } = operation
    const others = this.#people.filter((each) => each !== person)
    // Every operation's inputs are an object.
    const input = person.complete(draft, others) as Readonly<Record<string, Json>>
    const { isGood, text } = await person.send(operation.request(input))
    this.#note(person, operation, isGood)
    const seen = laidOpen(text)
    if (others.some(({ secrets }) => secrets.some((secret) => seen.includes(secret)))) {
      throw new Error(`${name} showed what belongs to someone else: ${text}`)
    }
    if (this.#scene.bakery.isShared(name)) return
    const most = Math.max(
      0,
      ...[...text.matchAll(/"(?:total|count|returned)":(\d+)/g)].map((found) => Number(found[1])),
    )
    const elsewhere = this.#scene.vikunja.countOf(person)
    if (most > elsewhere && most > elsewhere + (await this.#ledger.rowsOf(person.mcp.id))) {
      throw new Error(`${name} counted rows of someone else: ${text}`)
    }
  }

  #operation(name: string): Operation {
    const operation = this.#operations.get(name)
    if (operation === undefined) throw new Error(`There is no ${name}`)
    return operation
  }

  #note(person: Person, { name, changes }: Operation, isGood: boolean): void {
    const tried = this.tried.get(name) ?? { calls: 0, good: 0 }
    this.tried.set(name, { calls: tried.calls + 1, good: tried.good + (isGood ? 1 : 0) })
    if (isGood && changes) this.#writes.set(person, (this.#writes.get(person) ?? 0) + 1)
  }

  /** A call changes a resource at most once, so nobody gets more notifications than their own changes. */
  async #compareWhatWasHeard(): Promise<void> {
    this.#ledger.mark()
    await Promise.all(this.#ears.map((ear) => ear.hearMarker()))
    this.#compareWhatIsStreamed()
    for (const [index, person] of this.#people.entries()) {
      const heard = this.#ears[index]?.heard ?? []
      for (const resource of this.#modules.flatMap(({ resources = [] }) => resources)) {
        const address = new RegExp(`^${resource.uri.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
        const times = heard.filter((uri) => address.test(uri)).length
        if (times > (this.#writes.get(person) ?? 0)) {
          throw new Error(`${resource.uri}: someone heard of ${times} changes and had made fewer`)
        }
      }
    }
  }

  get heard(): readonly string[] {
    return this.#ears.flatMap(({ heard }) => heard)
  }
}

function waysIn({ bakery, truth, universe, vikunja }: Scene, { name }: Module): WaysOf | undefined {
  if (name === 'tasks') return () => ({ task_id: idOf('tasks'), id: idOf('tasks') })
  if (name === 'truth') return (operation) => truth.waysOf(operation)
  if (name === 'universe') return (operation) => universe.waysOf(operation)
  if (name === 'vikunja') return (operation) => vikunja.waysOf(operation)
  return name === 'data-agent' ? (operation) => bakery.waysOf(operation) : undefined
}

/** Every URI that a change could be notified for, other people's included, if ids are numbers. */
function urisOf({ name, resources = [] }: Module): string[] {
  return resources.flatMap(({ uri }) => {
    const [variable] = variablesOf(uri)
    if (variable === undefined) return [uri]
    if (['universe', 'truth', 'data-agent', 'vikunja'].includes(name)) return []
    return Array.from({ length: 300 }, (_, index) => uri.replace(`{${variable}}`, String(index + 1)))
  })
}
