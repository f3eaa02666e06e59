import type * as z from 'zod'
import { Batch, simpleSchemas } from './command-schemas.ts'
import { nearestNames } from './nearest-names.ts'
import { CommandInvalid } from './refusal.ts'
import { parseWith, refuseUnsafeKeys } from './parse-with.ts'

export type SimpleType = keyof typeof simpleSchemas
export type CommandType = SimpleType | 'batch'
export type CommandOf<T extends SimpleType> = z.output<(typeof simpleSchemas)[T]>
export type SimpleCommand = { [T in SimpleType]: CommandOf<T> }[SimpleType]
/** All or nothing, as one step. */
export interface BatchCommand {
  readonly type: 'batch'
  readonly commands: readonly SimpleCommand[]
}
/** A command that has been parsed: complete, with every default in its place. */
export type UniverseCommand = SimpleCommand | BatchCommand

export const commandTypes = [...Object.keys(simpleSchemas), 'batch'] as readonly CommandType[]

/** Throws `CommandInvalid` with the first error and its path. Parsing a parsed command changes nothing. */
export function parseCommand(input: unknown): UniverseCommand {
  refuseUnsafeKeys(input, '')
  if (typeOf(input, '') !== 'batch') return parseSimple(input, '')
  const { commands } = parseWith(Batch, input, '')
  return { type: 'batch', commands: commands.map((each, index) => parseSimple(each, `commands.${index}`)) }
}

function parseSimple(input: unknown, at: string): SimpleCommand {
  const type = typeOf(input, at)
  if (type === 'batch') throw new CommandInvalid('A batch cannot hold another batch.', join(at, 'type'))
  // The schema is the one of this very type.
  return parseWith(simpleSchemas[type] as z.ZodType<SimpleCommand>, input, at, hints[type])
}

function typeOf(input: unknown, at: string): CommandType {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new CommandInvalid(`${at || 'The command'} must be an object with a "type".`, at)
  }
  const type: unknown = 'type' in input ? input.type : undefined
  if (typeof type === 'string' && isCommandType(type)) return type
  const path = join(at, 'type')
  if (typeof type !== 'string') throw new CommandInvalid(`${path} must be the name of a command.`, path)
  const nearest = nearestNames(type, commandTypes)
  const message = `${path}: there is no command "${type.slice(0, 64)}". Nearest: ${nearest.join(', ')}.`
  throw new CommandInvalid(message, path, 'unknownCommand', { nearest })
}

function isCommandType(type: string): type is CommandType {
  return type === 'batch' || Object.hasOwn(simpleSchemas, type)
}

function join(at: string, field: string): string {
  return at ? `${at}.${field}` : field
}

/** What to do instead of writing a field that has a command of its own. */
const hints: { readonly [T in SimpleType]?: Readonly<Record<string, string>> } = {
  addStar: {
    'payload.id': 'the id stands beside the payload',
    'payload.children': 'children name their parent: add them with its parentId',
  },
  updateStar: {
    'payload.id': 'an id never changes',
    'payload.parentId': 'use attachStar or detachStar',
    'payload.children': 'use attachStar or detachStar on the children',
  },
  addGroup: { 'payload.id': 'the id stands beside the payload' },
  updateGroup: {
    'payload.id': 'an id never changes',
    'payload.parentGroupId': 'use moveToGroup',
    'payload.children': 'use addToGroup, removeFromGroup or moveToGroup',
  },
  updateSmallBodyField: { 'patch.id': 'an id never changes', 'patch.systemId': 'it follows from hostStarId' },
  updateProtoplanetaryDisk: {
    'patch.id': 'an id never changes',
    'patch.systemId': 'it follows from centralStarId',
  },
  updateNebula: { 'patch.id': 'an id never changes' },
}
