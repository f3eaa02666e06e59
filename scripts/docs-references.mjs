import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Every setting with its default, from the example that lists them all. */
export function settingsPage(root) {
  const blocks = readFileSync(join(root, '.env.example'), 'utf8').trim().split(/\n\n+/).slice(1)
  const parts = blocks.map((block) => {
    const lines = block.split('\n')
    const words = lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2))
    const settings = lines.filter((line) => /^#[A-Z]/.test(line)).map((line) => line.slice(1))
    return `${words.join(' ')}\n\n\`\`\`ini\n${settings.join('\n')}\n\`\`\``
  })
  return `# Settings

Every setting is an environment variable, or a line of the file \`.env\` in the folder where Quipu is installed. What is set in the
environment wins. An empty value counts as absent. Shown are the defaults, or examples where there is none.

${parts.join('\n\n')}
`
}

/** Every tool, from the published catalogue. */
export function toolsPage(root) {
  const modules = globSync('test/catalog/*.json', { cwd: root })
    .toSorted((a, b) => a.localeCompare(b))
    .map((file) => ({ name: basename(file, '.json'), ...JSON.parse(readFileSync(join(root, file), 'utf8')) }))
  const parts = modules.map(({ name, tools, tokens }) => {
    const list = Object.entries(tools).map(([tool, about]) => toolText(tool, about))
    return `## ${name}\n\n${list.length} tools, ${tokens} tokens together, at \`/mcp\` and at \`/api/${name}/mcp\`.\n\n${list.join('\n\n')}`
  })
  return `# Tools

Every tool that assistants see, as it is published. A tool may gain arguments; it never loses one.

${parts.join('\n\n')}
`
}

function toolText(name, { title, description, inputSchema, needs = [], annotations = {} }) {
  const required = new Set(inputSchema?.required ?? [])
  const rows = Object.entries(inputSchema?.properties ?? {}).map(
    ([field, schema]) =>
      `| \`${field}\`${required.has(field) ? ' *' : ''} | ${typeOf(schema)} | ${cell(schema.description ?? '')} |`,
  )
  const table =
    rows.length === 0 ? 'No arguments.' : ['| Argument | Type | |', '|---|---|---|', ...rows].join('\n')
  const kind = annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'may delete' : 'writes'
  const permission = needs.length === 0 ? 'no permission' : needs.map((one) => `\`${one}\``).join(', ')
  return `### ${name}\n\n${title === undefined ? '' : `*${title}.* `}${description}\n\nIt ${kind}; it needs ${permission}. \\* is required.\n\n${table}`
}

function typeOf({ type, enum: values, items, anyOf, oneOf }) {
  if (values !== undefined) return cell(values.map((value) => `\`${value}\``).join(', '))
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  if (type !== undefined) return [type].flat().join(' or ')
  return (anyOf ?? oneOf) === undefined ? 'any' : [...new Set((anyOf ?? oneOf).map(typeOf))].join(' or ')
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
