import type { Condition, Query } from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'

/** What a query or a condition contains, over all its levels. */
export interface QueryTraits {
  readonly datasets: ReadonlySet<string>
  /** As `dataset.field`. */
  readonly fields: ReadonlySet<string>
  /** How often each kind of part occurs: `aggregate:avg`, `compare:>`, `or`, `member`, `combine:union`. */
  readonly parts: ReadonlyMap<string, number>
  readonly literals: ReadonlySet<string>
  readonly levels: number
}

export function traitsOf(part: Query | Condition): QueryTraits {
  const found = {
    datasets: new Set<string>(),
    fields: new Set<string>(),
    parts: new Map<string, number>(),
    literals: new Set<string>(),
    levels: 0,
  }
  visit(part, found)
  return found
}

/** Whether two queries have the same fields, values and aggregates. */
export function isAlike(one: QueryTraits, other: QueryTraits): boolean {
  const aggregates = ({ parts }: QueryTraits): string[] =>
    [...parts].flatMap(([part, count]) => (part.startsWith('aggregate:') ? [`${part} ${count}`] : []))
  const isSame = (a: Iterable<string>, b: Iterable<string>): boolean =>
    [...a].toSorted().join('\n') === [...b].toSorted().join('\n')
  return (
    isSame(one.fields, other.fields) &&
    isSame(one.literals, other.literals) &&
    isSame(aggregates(one), aggregates(other))
  )
}

/** Whether the query has what the noun stands for. */
export function isNounIn(noun: NounCandidate, { datasets, fields }: QueryTraits): boolean {
  if (noun.kind === 'metric') return true
  return noun.kind === 'dataset'
    ? datasets.has(noun.dataset.name)
    : fields.has(`${noun.dataset.name}.${noun.field.name}`)
}

interface Found {
  readonly datasets: Set<string>
  readonly fields: Set<string>
  readonly parts: Map<string, number>
  readonly literals: Set<string>
  levels: number
}

function visit(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, found)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const parts: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(node))
  if (isPresence(parts)) {
    visit(Object.values(parts['of'] ?? {}), found)
    return
  }
  note(parts, found)
  for (const each of Object.values(parts)) visit(each, found)
}

/** "has one": not null, which is not a negation. */
function isPresence(node: Readonly<Record<string, unknown>>): boolean {
  const inner = node['of']
  return (
    node['kind'] === 'not' &&
    typeof inner === 'object' &&
    inner !== null &&
    'kind' in inner &&
    inner.kind === 'null'
  )
}

function note(node: Readonly<Record<string, unknown>>, found: Found): void {
  const add = (part: string): void => void found.parts.set(part, (found.parts.get(part) ?? 0) + 1)
  if (typeof node['subject'] === 'string') noteLevel(node, found, add)
  if (typeof node['how'] === 'string')
    add(`${node['with'] === undefined ? 'like' : 'combine'}:${node['how']}`)
  if (typeof node['direction'] === 'string') add('order')
  if (typeof node['dataset'] === 'string') found.datasets.add(node['dataset'])
  const kind = node['kind']
  if (typeof kind !== 'string') return
  add(kind)
  if (kind === 'field') found.fields.add(`${String(node['dataset'])}.${String(node['field'])}`)
  if (kind === 'aggregate' || kind === 'running') add(`${kind}:${String(node['function'])}`)
  if (kind === 'compare') add(`compare:${String(node['operator'])}`)
  if (kind === 'arithmetic') add(`arithmetic:${String(node['operator'])}`)
  if (kind === 'aggregate' && node['distinct'] === true) add('distinct')
  if (kind === 'compare' && node['operator'] === '=' && saysNo(node['right'])) add('false')
  if (kind === 'literal') found.literals.add(String(node['value']).toLowerCase())
  if (kind === 'in' && Array.isArray(node['values']))
    for (const each of node['values']) found.literals.add(String(each).toLowerCase())
  if (kind === 'like') found.literals.add(String(node['text']).toLowerCase())
}

function noteLevel(node: Readonly<Record<string, unknown>>, found: Found, add: (part: string) => void): void {
  found.levels++
  found.datasets.add(String(node['subject']))
  if (typeof node['limit'] === 'number') {
    add('limit')
    found.literals.add(String(node['limit']))
  }
  if (Array.isArray(node['groupBy']) && node['groupBy'].length > 0) add('group')
  if (node['having'] !== null) add('having')
  if (node['where'] !== null) add('where')
  if (node['distinct'] === true) add('distinct')
}

/** The value of a flag that means no. */
function saysNo(right: unknown): boolean {
  if (typeof right !== 'object' || right === null || !('value' in right)) return false
  return right.value === false || /^(?:0|no?|f|false|none|nil|n\/a)$/i.test(String(right.value))
}
