import { VikunjaError } from './vikunja-error.ts'

export type NamedKind = 'label' | 'project' | 'person'

/**
 * A filter as people write it, made into one that Vikunja understands: labels and projects by name become ids, people
 * become user names, and fields may be written as on Vikunja's pages (`dueDate`, `label`). `find` returns the value for
 * a name, or throws; it is not called for numeric ids of labels and projects.
 */
export async function resolveFilter(
  filter: string,
  find: (kind: NamedKind, name: string) => Promise<string | number>,
): Promise<string> {
  let result = ''
  for (const part of partsOf(filter)) {
    if (typeof part === 'string') {
      result += part
      continue
    }
    const field = fieldNames[part.field.toLowerCase()] ?? part.field
    const kind = kinds[field]
    result += `${field} ${part.operator} `
    if (kind === undefined) result += part.value
    else {
      const found: (string | number)[] = []
      for (const name of namesIn(part))
        found.push(kind !== 'person' && /^\d+$/.test(name) ? name : await find(kind, name))
      result += found.join(', ')
    }
  }
  return result
}

interface Comparison {
  readonly field: string
  readonly operator: string
  readonly value: string
}

const quoted = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`
const comparison = new RegExp(
  String.raw`(\w+)\s*(>=|<=|!=|=|>|<|\bnot in\b|\bin\b|\blike\b)\s*((?:${quoted}|[^&|()"'])+)`,
  'giy',
)
const joint = /\s*(?:&&|\|\||[()])\s*|\s+/y

/** Comparisons, and the unchanged text between them. */
function partsOf(filter: string): (string | Comparison)[] {
  const parts: (string | Comparison)[] = []
  let position = 0
  while (position < filter.length) {
    comparison.lastIndex = joint.lastIndex = position
    const between = joint.exec(filter)
    if (between !== null) parts.push(between[0])
    const found = between === null ? comparison.exec(filter) : null
    const [whole, field = '', operator = '', value = ''] = found ?? []
    if (whole !== undefined) {
      const spaces = value.length - value.trimEnd().length
      parts.push({ field, operator: operator.toLowerCase(), value: value.trim() })
      position += whole.length - spaces
    } else if (between === null || between[0] === '')
      throw new VikunjaError('invalid', `The filter cannot be read from character ${position + 1} on`)
    else position = joint.lastIndex
  }
  return parts
}

/** One value, or several separated by commas after `in`; quotes allow a comma in a name. */
function namesIn({ operator, value }: Comparison): string[] {
  const items = operator.endsWith('in') ? (value.match(listItem) ?? []) : [value]
  return items.map((item) => unquoted(item.trim())).filter((name) => name !== '')
}

const listItem = new RegExp(`(?:${quoted}|[^,"'])+`, 'g')

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}

const kinds: Readonly<Record<string, NamedKind>> = {
  labels: 'label',
  project: 'project',
  assignees: 'person',
}

const fieldNames: Readonly<Record<string, string>> = {
  label: 'labels',
  project_id: 'project',
  projects: 'project',
  assignee: 'assignees',
  duedate: 'due_date',
  startdate: 'start_date',
  enddate: 'end_date',
  doneat: 'done_at',
  percentdone: 'percent_done',
}
