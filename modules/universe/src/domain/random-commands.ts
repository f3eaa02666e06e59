import { spoiled } from './random-faults.ts'
import { Seeded } from './seeded.ts'
import type { UniverseReader } from './universe-tables.ts'

export interface RandomOptions {
  /** How many ids there are to choose from; the universe grows to a good part of them. */
  readonly bodies?: number
  readonly groups?: number
  readonly scenery?: number
  /** The share of commands that no schema accepts. */
  readonly faults?: number
}

/**
 * Commands for tests and measurements, the same for the same seed and universe: most apply, some are refused, some are
 * invalid.
 */
export class RandomCommands {
  readonly #random: Seeded
  readonly #options: Required<RandomOptions>

  constructor(seed: number, options: RandomOptions = {}) {
    this.#random = new Seeded(seed)
    this.#options = { bodies: 1000, groups: 60, scenery: 40, faults: 0.03, ...options }
  }

  /** The next command as a client would send it, before it is parsed. */
  next(universe: UniverseReader): Record<string, unknown> {
    const random = this.#random
    if (random.chance(0.02)) {
      const commands = Array.from({ length: 1 + random.below(6) }, () => this.#simple(universe))
      return { type: 'batch', commands }
    }
    const command = this.#simple(universe)
    return random.chance(this.#options.faults) ? spoiled(command, random) : command
  }

  #simple(universe: UniverseReader): Record<string, unknown> {
    const roll = this.#random.next()
    if (roll < 0.08) return { type: 'tick', dt: this.#random.between(-10, 100) }
    if (roll < 0.62) return this.#body(universe)
    if (roll < 0.72) return this.#group(universe)
    if (roll < 0.82) return this.#membership(universe)
    if (roll < 0.9998) return this.#scenery(universe)
    return { type: 'replaceSnapshot', snapshot: this.#snapshot() }
  }

  #body(universe: UniverseReader): Record<string, unknown> {
    const random = this.#random
    const id = this.#bodyId()
    if (!universe.has('stars', id))
      return { type: 'addStar', id, payload: this.#star(this.#parent(universe)) }
    const roll = random.next()
    if (roll < 0.03) return { type: 'removeStar', id }
    if (roll < 0.2) return { type: 'attachStar', childId: id, parentId: this.#existing(universe) }
    if (roll < 0.28) return { type: 'detachStar', childId: id }
    if (roll < 0.38) return { type: 'updateRing', planetId: id, patch: { opacity: random.between(0, 1) } }
    if (roll < 0.42) return { type: 'removeRing', planetId: id }
    return { type: 'updateStar', id, payload: this.#patch(universe) }
  }

  #group(universe: UniverseReader): Record<string, unknown> {
    const random = this.#random
    const id = this.#groupId()
    if (!universe.has('groups', id)) {
      const parentGroupId = random.chance(0.5) ? this.#groupId() : null
      const known = parentGroupId !== null && universe.has('groups', parentGroupId) ? parentGroupId : null
      return { type: 'addGroup', id, payload: { name: `Group ${id}`, parentGroupId: known } }
    }
    if (random.chance(0.2)) return { type: 'removeGroup', id }
    const color = random.chance(0.3) ? null : '#80c0ff'
    return { type: 'updateGroup', id, payload: { name: `Renamed ${random.below(100)}`, color } }
  }

  #membership(universe: UniverseReader): Record<string, unknown> {
    const random = this.#random
    const type = random.chance(0.6) ? 'system' : 'group'
    const roots = universe.childrenOf(null)
    const id = type === 'system' && roots.length > 0 ? random.pick(roots) : this.#groupId()
    const groupId = this.#groupId()
    const current = universe.get('members', id)?.groupId ?? universe.get('groups', id)?.parentGroupId
    if (current && random.chance(0.4)) return { type: 'removeFromGroup', groupId: current, childId: id }
    if (current || random.chance(0.2)) {
      return {
        type: 'moveToGroup',
        childId: id,
        childType: type,
        targetGroupId: random.chance(0.2) ? null : groupId,
      }
    }
    return { type: 'addToGroup', groupId, child: { id, type } }
  }

  #scenery(universe: UniverseReader): Record<string, unknown> {
    const random = this.#random
    const kind = random.pick(kinds)
    const id = `${kind.one}-${random.below(this.#options.scenery)}`
    if (random.chance(0.02)) {
      return { type: kind.set, [kind.many]: { [id]: this.#entry(kind.one, universe) } }
    }
    if (!universe.has(kind.table, id)) {
      return { type: `add${kind.word}`, [kind.one]: { id, ...this.#entry(kind.one, universe) } }
    }
    if (random.chance(0.15)) return { type: `remove${kind.word}`, id }
    return {
      type: `update${kind.word}`,
      id,
      patch: { brightness: random.between(0, 2), seed: random.below(100) },
    }
  }

  #entry(kind: 'field' | 'disk' | 'nebula', universe: UniverseReader): Record<string, unknown> {
    const innerRadius = this.#random.between(0, 5)
    const geometry = { innerRadius, outerRadius: innerRadius + this.#random.between(0.1, 5) }
    if (kind === 'field') return { hostStarId: this.#existing(universe), ...geometry }
    if (kind === 'disk') return { centralStarId: this.#existing(universe), ...geometry }
    const groupId = this.#groupId()
    const known = universe.has('groups', groupId) ? { associatedGroupIds: [groupId] } : {}
    return { name: 'Nebula', position: { x: 1, y: 2, z: this.#random.between(-9, 9) }, radius: 3, ...known }
  }

  #snapshot(): Record<string, unknown> {
    const stars: Record<string, unknown> = {}
    const root = this.#bodyId()
    stars[root] = this.#star(null)
    for (let count = this.#random.below(8); count > 0; count--) {
      const id = this.#bodyId()
      if (id !== root) stars[id] = this.#star(root)
    }
    return { stars, groups: { [this.#groupId()]: { name: 'All', children: [{ id: root, type: 'system' }] } } }
  }

  #star(parentId: string | null): Record<string, unknown> {
    const random = this.#random
    return {
      name: `Body ${random.below(10_000)}`,
      mass: random.between(0, 100),
      radius: random.between(0, 10),
      color: random.pick(['#ffcc00', '#3366ff', 'tomato']),
      parentId,
      orbitalDistance: random.between(0, 40),
      orbitalSpeed: random.between(-5, 5),
      orbitalPhase: random.between(0, 360),
    }
  }

  #patch(universe: UniverseReader): Record<string, unknown> {
    const random = this.#random
    const roll = random.below(7)
    if (roll === 0) return { name: `Renamed ${random.below(1000)}` }
    if (roll === 1) return { eccentricity: random.chance(0.3) ? null : random.between(0, 0.9) }
    if (roll === 2) return { comet: random.chance(0.3) ? null : { tailOpacityBase: random.between(0, 1) } }
    if (roll === 3) return { blackHole: random.chance(0.3) ? null : { spin: random.between(0, 1) } }
    if (roll === 4) return { lagrangeHostId: random.chance(0.3) ? null : this.#existing(universe) }
    if (roll === 5) return { orbitalDistance: random.between(0, 50), semiMajorAxis: random.between(0.1, 50) }
    return { mass: random.between(0, 100), orbitRotX: random.between(-90, 90) }
  }

  #parent(universe: UniverseReader): string | null {
    if (this.#random.chance(0.15)) return null
    const id = this.#existing(universe)
    return universe.has('stars', id) ? id : null
  }

  /** One that is there, most of the time. */
  #existing(universe: UniverseReader): string {
    let id = this.#bodyId()
    for (let tries = 0; tries < 8 && !universe.has('stars', id); tries++) id = this.#bodyId()
    return id
  }

  #bodyId(): string {
    return `body-${this.#random.below(this.#options.bodies)}`
  }

  #groupId(): string {
    return `group-${this.#random.below(this.#options.groups)}`
  }
}

const kinds = [
  {
    one: 'field',
    many: 'fields',
    word: 'SmallBodyField',
    set: 'setSmallBodyFields',
    table: 'smallBodyFields',
  },
  {
    one: 'disk',
    many: 'disks',
    word: 'ProtoplanetaryDisk',
    set: 'setProtoplanetaryDisks',
    table: 'protoplanetaryDisks',
  },
  { one: 'nebula', many: 'nebulae', word: 'Nebula', set: 'setNebulae', table: 'nebulae' },
] as const
