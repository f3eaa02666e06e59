import type { Command } from '../api/wire.ts'

/** What a command did, as a sentence without its subject: “added Mars”. `nameOf` gives the names of current entities. */
export function commandWords(command: Command, nameOf: (id: string) => string): string {
  const say = sentences[command.type]
  return say === undefined ? `sent ${command.type}` : say(new CommandReader(command, nameOf))
}

/** Reads an accepted command. A missing field reads “something”. */
class CommandReader {
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

  /** The name in the command's own `field`, or else the name of the entity. */
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

const sentences: Readonly<Record<string, (read: CommandReader) => string>> = {
  tick: (read) => `moved time by ${read.number('dt').toLocaleString('en-US')} s`,
  addStar: (read) => `added ${read.given('payload', 'id')}`,
  updateStar: (read) => `changed ${read.fields('payload')} of ${read.named('id')}`,
  removeStar: (read) => `removed ${read.named('id')}`,
  attachStar: (read) => `put ${read.named('childId')} into orbit around ${read.named('parentId')}`,
  detachStar: (read) => `set ${read.named('childId')} free`,
  addGroup: (read) => `added the group ${read.given('payload', 'id')}`,
  updateGroup: (read) => `changed ${read.fields('payload')} of the group ${read.named('id')}`,
  removeGroup: (read) => `dissolved the group ${read.named('id')}`,
  addToGroup: (read) => `put ${read.given('child', 'childId')} into ${read.named('groupId')}`,
  removeFromGroup: (read) => `took ${read.named('childId')} out of ${read.named('groupId')}`,
  moveToGroup: (read) =>
    read.isNull('targetGroupId')
      ? `took ${read.named('childId')} out of its group`
      : `moved ${read.named('childId')} to ${read.named('targetGroupId')}`,
  setSmallBodyFields: (read) => `set ${counted(read.count('fields'), 'small-body field')}`,
  addSmallBodyField: (read) => `added the field ${read.given('field', 'id')}`,
  updateSmallBodyField: (read) => `changed ${read.fields('patch')} of ${read.named('id')}`,
  removeSmallBodyField: (read) => `removed the field ${read.named('id')}`,
  setProtoplanetaryDisks: (read) => `set ${counted(read.count('disks'), 'disk')}`,
  addProtoplanetaryDisk: (read) => `added the disk ${read.given('disk', 'id')}`,
  updateProtoplanetaryDisk: (read) => `changed ${read.fields('patch')} of ${read.named('id')}`,
  removeProtoplanetaryDisk: (read) => `removed the disk ${read.named('id')}`,
  setNebulae: (read) => `set ${counted(read.count('nebulae'), 'nebula', 'nebulae')}`,
  addNebula: (read) => `added the nebula ${read.given('nebula', 'id')}`,
  updateNebula: (read) => `changed ${read.fields('patch')} of ${read.named('id')}`,
  removeNebula: (read) => `removed the nebula ${read.named('id')}`,
  updateRing: (read) => `changed the ring of ${read.named('planetId')}`,
  removeRing: (read) => `removed the ring of ${read.named('planetId')}`,
  replaceSnapshot: () => 'replaced the whole universe',
  // A large batch arrives without its commands.
  batch: (read) =>
    `sent ${read.count('commands') === 0 ? 'many commands' : counted(read.count('commands'), 'command')} at once`,
  undo: (read) => `took back step ${read.number('revision')}`,
  redo: (read) => `brought back step ${read.number('revision')}`,
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** orbitalDistance → orbital distance */
function plain(field: string): string {
  return field.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
