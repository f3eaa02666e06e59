import type { Condition, Dataset, Expression, Ontology, Query } from '@quipu/query'
import { figuresIn, fieldsIn } from '../doubt/query-parts.ts'
import { narrowed } from '../frames/narrowed.ts'
import { reachesOne } from '../business/nearest.ts'
import { emptyQuery, literal } from '../interpret/builder.ts'
import { withDefaultOrder } from '../interpret/default-order.ts'
import type { Figure } from './one-figure.ts'
import type { TwoFigures } from './split-figures.ts'

type How = Pick<TwoFigures, 'operator' | 'isPercent'>

export function calculated(left: Expression, right: Expression, { operator, isPercent }: How): Expression {
  const part: Expression = isPercent
    ? { kind: 'arithmetic', operator: '*', left: literal(100), right: left }
    : left
  return { kind: 'arithmetic', operator, left: part, right }
}

/** One query for two figures. Each has its own rows and its own period. Null where their groups differ. */
export function mergeFigures(left: Figure, right: Figure, how: How, ontology: Ontology): Query | null {
  const [one, other] = [left.reading.query, right.reading.query]
  const isAlike = isSame(one.where, other.where) && left.home === right.home
  if (one.groupBy.length === 0 && other.groupBy.length === 0) {
    const whole: Query = {
      ...other,
      outputs: [{ expression: right.amount, label: '' }],
      orderBy: [],
      distinct: false,
    }
    const second: Expression = isAlike ? right.amount : { kind: 'scalar', query: whole }
    const expression = calculated(left.amount, second, how)
    return { ...one, outputs: [{ expression, label: '' }], orderBy: [], distinct: false }
  }
  if (!isSameSet(one.groupBy, other.groupBy)) return null
  if (isAlike) {
    const expression = calculated(left.amount, right.amount, how)
    const outputs = [...left.groups, { expression, label: '' }]
    return withDefaultOrder({ ...one, outputs, orderBy: [], distinct: false }, ontology)
  }
  const subject = sharedSubject(one, left, right, ontology)
  const [first, second] = [onlyThose(left, one.where, ontology), onlyThose(right, other.where, ontology)]
  if (subject === null || first === null || second === null) return null
  const outputs = [...left.groups, { expression: calculated(first, second, how), label: '' }]
  return withDefaultOrder({ ...emptyQuery(subject), outputs, groupBy: one.groupBy }, ontology)
}

/** The dataset of the groups, which the rows of both figures belong to. */
function sharedSubject({ groupBy }: Query, left: Figure, right: Figure, ontology: Ontology): Dataset | null {
  if (!groupBy.every(({ kind }) => kind === 'field')) return null
  const names = [...new Set(groupBy.flatMap((one) => fieldsIn(one, ontology)).map(({ dataset }) => dataset))]
  const name = names.find((each) => names.every((to) => to === each || reachesOne(each, to, ontology)))
  const isReached = [left, right].every(
    ({ home }) => name !== undefined && (home === name || reachesOne(home, name, ontology)),
  )
  return isReached ? (ontology.datasets.find((each) => each.name === name) ?? null) : null
}

/** The figure with the conditions of its query. Null where a part of it cannot be narrowed. */
function onlyThose({ amount }: Figure, where: Condition | null, ontology: Ontology): Expression | null {
  if (where === null) return amount
  const isPlain = figuresIn(amount).every(({ kind }) => kind === 'aggregate' || kind === 'metric')
  return isPlain ? narrowed(amount, where, ontology) : null
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isSameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [left, right] = [one, other].map((all) => all.map((each) => JSON.stringify(each)).toSorted())
  return isSame(left, right)
}
