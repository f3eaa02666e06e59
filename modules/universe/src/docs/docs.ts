import { commandsReference } from './commands-reference.ts'
import { realtimeStreaming } from './realtime-streaming.ts'
import { systemOverview } from './system-overview.ts'
import { universeStructure } from './universe-structure.ts'
import { validationRules } from './validation-rules.ts'

export interface Doc {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly text: () => string
}

const parts: readonly Doc[] = [
  {
    slug: 'system-overview',
    title: 'System overview',
    description: 'What a universe is, its units, and how to work in one.',
    text: systemOverview,
  },
  {
    slug: 'universe-structure',
    title: 'Universe structure',
    description: 'Every field of a state.',
    text: universeStructure,
  },
  {
    slug: 'commands-reference',
    title: 'Commands reference',
    description: 'Every command with its fields and an example.',
    text: commandsReference,
  },
  {
    slug: 'validation-rules',
    title: 'Validation rules',
    description: 'What is refused, and with which answer.',
    text: validationRules,
  },
  {
    slug: 'realtime-streaming',
    title: 'Realtime streaming',
    description: 'REST, the event stream, resuming, presence.',
    text: realtimeStreaming,
  },
]

export const docs: readonly Doc[] = [
  ...parts,
  {
    slug: 'full',
    title: 'Everything',
    description: 'All of these pages in one.',
    text: () => parts.map((part) => part.text()).join('\n\n'),
  },
]
