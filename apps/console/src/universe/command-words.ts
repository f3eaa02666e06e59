import type { Command } from '../wire.ts'

/** What a command did, as a sentence without its subject: “added Mars”. `nameOf` knows what is there now. */
export function commandWords(command: Command, nameOf: (id: string) => string): string {
  const say = sentences[command.type]
  return say === undefined ? `sent ${command.type}` : say(new Told(command, nameOf))
}

/** Reads a command that the server has accepted; a field that is not there is told as “something”. */
class Told {
  readonly #command: Command
  readonly #nameOf: (id: string) => string

  constructor(command: Command, nameOf: (id: string) => string) {
    this.#command = command
    this.#nameOf = nameOf
  }

  /** The entity that a field names. */
  named(field: string): string {
    const id = this.#command[field]
    return typeof id === 'string' ? this.#nameOf(id) : 'something'
  }

  /** The name that the command itself gives, in `field`, else that of the entity. */
  given(field: string, idField: string): string {
    const part = this.object(field)
    const name = part['name']
    if (typeof name === 'string' && name !== '') return name
    const id = part['id'] ?? this.#command[idField]
    return typeof id === 'string' ? this.#nameOf(id) : 'something'
  }

  object(field: string): Readonly<Record<string, unknown>> {
    const value = this.#command[field]
    return typeof value === 'object' && value !== null ? { ...value } : {}
  }

  /** “mass and radius” */
  fields(field: string): string {
    const names = Object.keys(this.object(field)).map(plain)
    if (names.length === 0) return 'nothing'
    if (names.length > 3) return `${names.length} properties`
    return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  }

  count(field: string): number {
    const value = this.#command[field]
    if (Array.isArray(value)) return value.length
    return Object.keys(this.object(field)).length
  }

  number(field: string): number {
    const value = this.#command[field]
    return typeof value === 'number' ? value : 0
  }

  isNull(field: string): boolean {
    return this.#command[field] === null
  }
}

const sentences: Readonly<Record<string, (told: Told) => string>> = {
  tick: (told) => `moved time by ${told.number('dt').toLocaleString('en-US')} s`,
  addStar: (told) => `added ${told.given('payload', 'id')}`,
  updateStar: (told) => `changed ${told.fields('payload')} of ${told.named('id')}`,
  removeStar: (told) => `removed ${told.named('id')}`,
  attachStar: (told) => `put ${told.named('childId')} into orbit around ${told.named('parentId')}`,
  detachStar: (told) => `set ${told.named('childId')} free`,
  addGroup: (told) => `added the group ${told.given('payload', 'id')}`,
  updateGroup: (told) => `changed ${told.fields('payload')} of the group ${told.named('id')}`,
  removeGroup: (told) => `dissolved the group ${told.named('id')}`,
  addToGroup: (told) => `put ${told.given('child', 'childId')} into ${told.named('groupId')}`,
  removeFromGroup: (told) => `took ${told.named('childId')} out of ${told.named('groupId')}`,
  moveToGroup: (told) =>
    told.isNull('targetGroupId')
      ? `took ${told.named('childId')} out of its group`
      : `moved ${told.named('childId')} to ${told.named('targetGroupId')}`,
  setSmallBodyFields: (told) => `set ${counted(told.count('fields'), 'small-body field')}`,
  addSmallBodyField: (told) => `added the field ${told.given('field', 'id')}`,
  updateSmallBodyField: (told) => `changed ${told.fields('patch')} of ${told.named('id')}`,
  removeSmallBodyField: (told) => `removed the field ${told.named('id')}`,
  setProtoplanetaryDisks: (told) => `set ${counted(told.count('disks'), 'disk')}`,
  addProtoplanetaryDisk: (told) => `added the disk ${told.given('disk', 'id')}`,
  updateProtoplanetaryDisk: (told) => `changed ${told.fields('patch')} of ${told.named('id')}`,
  removeProtoplanetaryDisk: (told) => `removed the disk ${told.named('id')}`,
  setNebulae: (told) => `set ${counted(told.count('nebulae'), 'nebula', 'nebulae')}`,
  addNebula: (told) => `added the nebula ${told.given('nebula', 'id')}`,
  updateNebula: (told) => `changed ${told.fields('patch')} of ${told.named('id')}`,
  removeNebula: (told) => `removed the nebula ${told.named('id')}`,
  updateRing: (told) => `changed the ring of ${told.named('planetId')}`,
  removeRing: (told) => `removed the ring of ${told.named('planetId')}`,
  replaceSnapshot: () => 'replaced the whole universe',
  // A large one comes without its commands.
  batch: (told) =>
    `sent ${told.count('commands') === 0 ? 'many commands' : counted(told.count('commands'), 'command')} at once`,
  undo: (told) => `took back step ${told.number('revision')}`,
  redo: (told) => `brought back step ${told.number('revision')}`,
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** orbitalDistance → orbital distance */
function plain(field: string): string {
  return field.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
