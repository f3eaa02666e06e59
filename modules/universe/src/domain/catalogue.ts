import * as z from 'zod'
import { examples } from './catalogue-examples.ts'
import { Batch, simpleSchemas } from './command-schemas.ts'
import type { CommandType } from './commands.ts'

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export interface CommandEntry {
  readonly type: CommandType
  /** The slug of its category. */
  readonly category: string
  readonly summary: string
  /** Everything that the command takes. */
  readonly schema: JsonSchema
  /** Applied in the order of the catalogue, each example works from an empty universe on. */
  readonly example: Readonly<Record<string, unknown>>
}

export interface Category {
  readonly slug: string
  readonly title: string
  readonly commands: readonly CommandEntry[]
}

const summaries: readonly (readonly [title: string, Readonly<Partial<Record<CommandType, string>>>])[] = [
  [
    'Simulation',
    {
      tick: 'Moves time by dt simulated seconds.',
      batch: 'Applies 1 to 500 commands as one step, all or none.',
    },
  ],
  [
    'Star CRUD',
    {
      addStar: 'Adds a body: star, planet, moon … AU, solar masses, degrees.',
      updateStar: 'Changes any of these but parentId; null clears an optional field.',
      removeStar: 'Removes a body, all below it and what lies about them.',
    },
  ],
  [
    'Star hierarchy',
    {
      attachStar: 'Puts a body, with all below it, under another parent.',
      detachStar: 'Makes a body the root of its own system.',
    },
  ],
  [
    'Group CRUD',
    {
      addGroup: 'Adds a group of systems and groups.',
      updateGroup: 'Changes name, color, icon or position; null clears an optional field.',
      removeGroup: 'Removes a group; what was in it moves to its parent.',
    },
  ],
  [
    'Group hierarchy',
    {
      addToGroup: 'Puts a root body (system) or a group into a group.',
      removeFromGroup: 'Takes a child out of a group.',
      moveToGroup: 'Moves a system or group to a group; null: to none.',
    },
  ],
  [
    'Small body fields',
    {
      addSmallBodyField: 'Adds an asteroid or Kuiper belt about a body.',
      updateSmallBodyField: 'Changes any of these but id; null clears an optional field.',
      setSmallBodyFields: 'Replaces all belts, by id.',
      removeSmallBodyField: 'Removes a belt.',
    },
  ],
  [
    'Protoplanetary disks',
    {
      addProtoplanetaryDisk: 'Adds a disk of gas and dust about a star.',
      updateProtoplanetaryDisk: 'Changes any of these but id; null clears an optional field.',
      setProtoplanetaryDisks: 'Replaces all disks, by id.',
      removeProtoplanetaryDisk: 'Removes a disk.',
    },
  ],
  [
    'Nebulae',
    {
      addNebula: 'Adds a cloud.',
      updateNebula: 'Changes any of these but id; null clears an optional field.',
      setNebulae: 'Replaces all nebulae, by id.',
      removeNebula: 'Removes a nebula.',
    },
  ],
  [
    'Rings',
    { updateRing: 'Changes the ring of a planet, or gives it one.', removeRing: 'Removes the ring.' },
  ],
  ['Snapshot', { replaceSnapshot: 'Replaces the whole universe; children and roots follow from parentId.' }],
]

export const categories: readonly Category[] = summaries.map(([title, commands]) => {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return {
    slug,
    title,
    commands: Object.entries(commands).map(([type, summary]) => entry(type as CommandType, slug, summary)),
  }
})

/** By slug or title, in any case, words joined by spaces or dashes. */
export function categoryNamed(text: string): Category | undefined {
  const wanted = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '-')
  return categories.find(({ slug }) => slug === wanted)
}

/** The schema is made when it is first read: few of those who load this list the commands. */
function entry(type: CommandType, category: string, summary: string): CommandEntry {
  let schema: JsonSchema | undefined
  return {
    type,
    category,
    summary,
    get schema() {
      schema ??= schemaOf(type)
      return schema
    },
    example: examples[type],
  }
}

function schemaOf(type: CommandType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type === 'batch' ? Batch : simpleSchemas[type], {
    io: 'input',
  })
  return schema as JsonSchema
}
