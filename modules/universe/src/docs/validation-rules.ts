import { limits } from '../domain/limits.ts'
import { refusals } from './refusals.ts'

export function validationRules(): string {
  return `# Validation rules

A command that is refused changes nothing, is not stored, and nobody else is notified of it. There are two kinds of refusal:

- **It is no command** (400; over MCP \`{error, message, path}\`): a field is missing, unknown, of the wrong type or out of
  range. \`path\` names it: \`payload.mass\`, \`commands.3.id\`.
- **It does not fit this universe** (422; over MCP with \`reason\`):

${Object.entries(refusals)
  .map(([reason, says]) => `  - \`${reason}\`: ${says}`)
  .join('\n')}

## What holds at every revision

- Ids have 1 to 64 letters, digits or \`_ . : -\`, the first a letter or digit, and are unique among their kind.
- Bodies form trees: every parent is there, nothing is its own ancestor. So do groups.
- Whatever names another thing names one that is there: removing a body removes what lies about it.
- Numbers are finite, ranges are kept, a name has at most ${limits.name} characters.
- At most ${limits.bodies} bodies, ${limits.groups} groups, ${limits.scenery} fields, disks, nebulae and belts together,
  ${limits.batch} commands in a batch.
- \`id\`, \`parentId\` and \`children\` are not for updates: attachStar, detachStar and the group commands change them.

## Revisions

\`expectedRevision\` that is not the newest one is a conflict (409) and brings what was missed; look at it, then send again.
\`commandId\` is remembered: the same command under it is answered as before, another one is a conflict.
Only your own steps can be undone, and only what nobody has changed since.`
}
