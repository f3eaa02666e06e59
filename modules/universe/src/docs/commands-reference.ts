import type { JsonObject } from '@quipu/kit'
import { categories } from '../domain/catalogue.ts'
import { fieldsList } from './fields-list.ts'

export function commandsReference(): string {
  const sections = categories.map(({ slug, title, commands }) =>
    [
      `## ${title} (\`${slug}\`)`,
      ...commands.map(({ type, summary, schema, example }) =>
        [
          `### \`${type}\``,
          '',
          summary,
          '',
          // A JSON Schema is JSON.
          ...fieldsList(schema as JsonObject).filter((line) => !line.startsWith('- `type`')),
          '',
          '```json',
          JSON.stringify(example),
          '```',
        ].join('\n'),
      ),
    ].join('\n\n'),
  )
  return [
    '# Commands reference',
    '',
    'A command is one object with a `type`. Schemas are closed: a field that is not named here is refused.',
    'In an update, what is left out stays as it is, and null clears what is optional.',
    '',
    sections.join('\n\n'),
  ].join('\n')
}
