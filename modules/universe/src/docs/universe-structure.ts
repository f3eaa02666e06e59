import { jsonSchemaOf } from '@quipu/kit'
import type { z } from 'zod'
import { Group } from '../domain/group.ts'
import { Belt, Nebula, ProtoplanetaryDisk, SmallBodyField } from '../domain/scenery.ts'
import { Star } from '../domain/star.ts'
import { UniverseState } from '../domain/universe-state.ts'
import { fieldsList } from './fields-list.ts'

const entities: readonly (readonly [title: string, where: string, schema: z.ZodType])[] = [
  ['Body', 'stars', Star],
  ['Group', 'groups', Group],
  ['Small body field', 'smallBodyFields', SmallBodyField],
  ['Protoplanetary disk', 'protoplanetaryDisks', ProtoplanetaryDisk],
  ['Nebula', 'nebulae', Nebula],
  ['Belt (of older universes)', 'belts', Belt],
]

export function universeStructure(): string {
  const sections = entities.map(([title, where, schema]) =>
    [`## ${title}: \`${where}[id]\``, '', ...fieldsList(jsonSchemaOf(schema))].join('\n'),
  )
  return [
    '# Universe structure',
    '',
    `A state is one object: ${Object.keys(UniverseState.shape)
      .map((field) => `\`${field}\``)
      .join(', ')}.`,
    '`stars` holds every body, whatever its kind, by id. `rootIds` are those without a parent; `children` and `parentId` agree.',
    'A system is a root with all that turns about it. Groups hold systems and groups. `time` is in simulated seconds.',
    '',
    sections.join('\n\n'),
  ].join('\n')
}
