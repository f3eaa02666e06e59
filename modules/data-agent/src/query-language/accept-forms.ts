import type { Ontology } from '@quipu/query'
import { usualConditions } from './condition-forms.ts'
import { usualColumn, usualExpression, withoutHeading } from './expression-forms.ts'
import { isObject, keyIn, listOf, without, type Forms, type JsonObject } from './forms.ts'
import { isFigure, withGroups } from './implied-groups.ts'
import { fieldsOf, KnownNames } from './known-names.ts'
import { usualOrder } from './order-forms.ts'

/** Other usual words for the same clause. */
const clauses: Readonly<Record<string, readonly string[]>> = {
  where: ['filter', 'filters'],
  group: ['group_by', 'groupBy'],
  order: ['order_by', 'orderBy', 'sort'],
}

/**
 * The same query in the forms of the language, where it was written in other usual ones that mean one thing only. What is not
 * known, too deep or too large is left as it is: the reader refuses it.
 */
export function acceptForms(given: unknown, ontology: Ontology): unknown {
  const query = parsed(given)
  return isBounded(query) ? usualQuery(query, new KnownNames(ontology)) : query
}

/** Some clients send objects as their text. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

const mostDepth = 80
const mostParts = 20_000

function isBounded(query: unknown): boolean {
  let level: readonly unknown[] = [query]
  let parts = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    parts += level.length
    if (depth > mostDepth || parts > mostParts) return false
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return true
}

function usualQuery(value: unknown, names: KnownNames): unknown {
  if (!isObject(value)) return value
  const given = usualClauses(value)
  const { from, select, where, having, order, group, per, join } = given
  const forms: Forms = {
    names,
    subject: from,
    headings: new Map(),
    query: (one) => usualQuery(one, names),
    expression: usualExpression,
    conditions: usualConditions,
  }
  const columns = select === undefined ? undefined : usualColumns(select, forms)
  const plain = headingsOf(columns ?? [], forms, (one) => !isFigure(one, from, names))
  const keys = (of: unknown): unknown =>
    of === undefined ? undefined : listOf(of).map((one) => usualExpression(withoutHeading(one), forms))
  const rewritten: JsonObject = {
    ...given,
    select: columns,
    where: usualConditions(where, { ...forms, headings: plain }),
    having: usualConditions(having, forms),
    order: usualOrder(order, forms),
    group: keys(group),
    per: keys(per),
    join: join === undefined ? undefined : listOf(join).map(usualJoin),
    ...Object.fromEntries(
      ['union', 'intersect', 'except'].map((how) => [how, usualQuery(given[how], names)]),
    ),
  }
  const said = Object.fromEntries(Object.entries(rewritten).filter(([, one]) => one !== undefined))
  return withGroups(said, names)
}

function usualClauses(value: JsonObject): JsonObject {
  let given = value
  for (const [clause, others] of Object.entries(clauses)) {
    const other = keyIn(given, others)
    if (other === undefined || given[clause] !== undefined) continue
    given = { ...without(given, other), [clause]: given[other] }
  }
  const { from, limit, version } = given
  const isOne = Array.isArray(from) && from.length === 1
  const isDigits = typeof limit === 'string' && /^\d{1,7}$/.test(limit)
  return {
    ...given,
    ...(isOne ? { from: from[0] as unknown } : {}),
    ...(isDigits ? { limit: Number(limit) } : {}),
    ...(version === '1' ? { version: 1 } : {}),
  }
}

/** `*` stands for all fields of `from`, and a column may name the headings of those before it. */
function usualColumns(select: unknown, forms: Forms): readonly unknown[] {
  const columns: unknown[] = []
  for (const one of listOf(select)) {
    const headings = headingsOf(columns, forms, () => true)
    columns.push(...(allFields(one, forms) ?? [usualColumn(one, { ...forms, headings })]))
  }
  return columns
}

function allFields(column: unknown, { names, subject }: Forms): readonly string[] | undefined {
  const found = typeof column === 'string' ? /^(?:(.+)\.)?\*$/.exec(column.trim()) : null
  if (found === null) return undefined
  const dataset = names.dataset(found[1] ?? subject)
  return dataset && fieldsOf(dataset).map(({ name }) => `${dataset.name}.${name}`)
}

/** Only headings that nothing else is called: a field goes before a heading. */
function headingsOf(
  columns: readonly unknown[],
  { names }: Forms,
  isMeant: (column: unknown) => boolean,
): ReadonlyMap<string, unknown> {
  return new Map(
    columns.flatMap((one) => {
      const heading = isObject(one) ? one['as'] : undefined
      const isFree = typeof heading === 'string' && !names.isTaken(heading) && isMeant(one)
      return isFree ? [[heading, withoutHeading(one)] as const] : []
    }),
  )
}

function usualJoin(join: unknown): unknown {
  return typeof join === 'string' ? { dataset: join } : join
}
