import { expressionOf, fieldOf, type Context } from './expressions.ts'
import { tablesOf, type Tables } from './tables.ts'
import {
  bare,
  conjuncts,
  isTree,
  kindOf,
  needed,
  textIn,
  treeAt,
  treesAt,
  Unsayable,
  type Tree,
} from './tree.ts'
import type { Ontology } from '@quipu/query'

const comparisons: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

/** A condition of the query language. */
export function conditionOf(node: Tree, context: Context, ontology: Ontology): unknown {
  const [kind, body] = kindOf(bare(node))
  const own = (one: Tree): unknown => conditionOf(one, context, ontology)
  const sign = comparisons[kind]
  if (sign !== undefined) return comparisonOf(sign, body, context)
  switch (kind) {
    case 'and':
      return { and: conjuncts(node).map(own) }
    case 'or':
      return { or: [own(needed(body, 'left')), own(needed(body, 'right'))] }
    case 'not':
      return { not: own(needed(body, 'this')) }
    case 'in':
      return inOf(body, context)
    case 'between': {
      const of = expressionOf(needed(body, 'this'), context)
      const [low, high] = [operandOf(needed(body, 'low'), context), operandOf(needed(body, 'high'), context)]
      const between = [of, 'between', [low, high]]
      return body['not'] === true ? { not: between } : between
    }
    case 'is_null':
      return [expressionOf(needed(body, 'this'), context), body['not'] === true ? 'is not null' : 'is null']
    case 'like':
    case 'i_like':
      return likeOf(body, context)
    case 'exists':
      return existsOf(body, context, ontology)
    case 'column':
      return [expressionOf(node, context), '=', true]
    default:
      throw new Unsayable(`a condition: ${kind}`)
  }
}

function comparisonOf(sign: string, body: Tree, context: Context): unknown {
  const [left, right] = [needed(body, 'left'), needed(body, 'right')]
  const folded = unfolded(left)
  if (folded !== null) return [expressionOf(folded, context), `${sign} ignoring case`, operandOf(unfolded(right) ?? right, context)] // prettier-ignore
  const isLiteral = (one: Tree): boolean => isTree(expressionOf(one, context)) && 'value' in (expressionOf(one, context) as object) // prettier-ignore
  if (isLiteral(left) && !isLiteral(right)) {
    const turned = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }[sign] ?? sign
    return [expressionOf(right, context), turned, operandOf(left, context)]
  }
  return [expressionOf(left, context), sign, operandOf(right, context)]
}

/** A value is written as it is; anything else is an object. */
function operandOf(node: Tree, context: Context): unknown {
  const written = expressionOf(node, context)
  if (isTree(written) && Object.keys(written).join() === 'value') return written['value']
  return typeof written === 'string' ? { field: written } : written
}

function inOf(body: Tree, context: Context): unknown {
  const of = expressionOf(needed(body, 'this'), context)
  const word = body['not'] === true ? 'not in' : 'in'
  const query = treeAt(body, 'query')
  if (query !== null) return [of, word, { query: context.query(query, null) }]
  return [of, word, treesAt(body, 'expressions').map((one) => operandOf(one, context))]
}

/** Without the function that folds case: the language's own comparisons ignore it. */
function unfolded(node: Tree): Tree | null {
  const [kind, body] = kindOf(bare(node))
  if (kind === 'lower' || kind === 'upper') return needed(body, 'this')
  const name = textIn(body, 'name').toLowerCase()
  return kind === 'function' && (name === 'lower' || name === 'upper')
    ? (treesAt(body, 'args')[0] ?? null)
    : null
}

function likeOf(body: Tree, context: Context): unknown {
  const left = needed(body, 'left')
  const of = expressionOf(unfolded(left) ?? left, context)
  const pattern = operandOf(needed(body, 'right'), context)
  if (typeof pattern !== 'string') throw new Unsayable('a pattern that is no text')
  const inner = pattern.replace(/^%+/, '').replace(/%+$/, '')
  if (/[%_]/.test(inner)) throw new Unsayable('a pattern with gaps')
  const [begins, ends] = [!pattern.startsWith('%'), !pattern.endsWith('%')]
  if (begins && ends) return [of, '= ignoring case', pattern]
  return [of, begins ? 'begins' : ends ? 'ends' : 'contains', inner]
}

/** EXISTS over rows that one relationship links to the outer row. */
function existsOf(body: Tree, context: Context, ontology: Ontology): unknown {
  const select = treeAt(needed(body, 'this'), 'select')
  if (select === null) throw new Unsayable('EXISTS over a set operation')
  const inner = tablesOf(select, ontology, context.tables)
  const { link, rest, of } = linkOf(inner, context, ontology)
  const nested: Context = { ...context, tables: inner }
  const where = rest.map((one) => conditionOf(one, nested, ontology))
  const join = [...inner.join, { dataset: inner.subject.as, via: link }]
  const related = { from: inner.subject.as, ...(where.length > 0 ? { where } : {}), join }
  return { exists: related, ...(of === context.tables.subject.as ? {} : { of }) }
}

function linkOf(inner: Tables, context: Context, ontology: Ontology) {
  for (const node of inner.conditions) {
    const [kind, body] = kindOf(node)
    if (kind !== 'eq') continue
    const ends = [needed(body, 'left'), needed(body, 'right')].map((one) => {
      const [what, column] = kindOf(bare(one))
      return what === 'column' ? fieldOf(column, { ...context, tables: inner }) : null
    })
    const own = ends.find((end) => end !== null && inner.all.includes(end.table))
    const other = ends.find((end) => end !== null && context.tables.all.includes(end.table))
    if (
      own === undefined ||
      own === null ||
      other === undefined ||
      other === null ||
      own.table !== inner.subject
    )
      continue
    const link = ontology.relationships.find(
      ({ from, to, fromFields, toFields }) =>
        fromFields.length === 1 &&
        ((from === own.table.dataset.name && to === other.table.dataset.name && fromFields[0] === own.field && toFields[0] === other.field) || // prettier-ignore
          (to === own.table.dataset.name && from === other.table.dataset.name && toFields[0] === own.field && fromFields[0] === other.field)), // prettier-ignore
    )
    if (link === undefined) continue
    return { link: link.name, rest: inner.conditions.filter((one) => one !== node), of: other.table.as }
  }
  throw new Unsayable('EXISTS over no relationship')
}
