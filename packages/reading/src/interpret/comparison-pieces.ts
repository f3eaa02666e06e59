import type {
  AggregateFunction,
  Comparison,
  Condition,
  Dataset,
  Expression,
  Field,
  Query,
} from '@quipu/query'
import type { ConditionDraft, Operand } from '../grammar/draft.ts'
import { buildAmount, type BuiltAmount, type Limit } from './amounts.ts'
import {
  aggregate,
  and,
  compare,
  dataset,
  datasetOf,
  field,
  literal,
  resolved,
  rows,
  emptyQuery,
  type Building,
} from './builder.ts'
import { negate } from './existence-pieces.ts'
import {
  birthOf,
  isMoment,
  isNumeric,
  isPeople,
  keyFields,
  mainMeasure,
  visible,
} from '../lexicon/dataset-fields.ts'
import { singular } from '../words/word-forms.ts'
import { nothing, type Piece } from './piece.ts'
import { mainMoment, timeCondition } from './time-condition.ts'

/** `others` narrow the rows that are compared with. */
export function comparePiece(
  building: Building,
  draft: ConditionDraft,
  others: readonly Condition[],
): Piece | null {
  const amount = amountFor(building, draft)
  if (amount === null || draft.operand === null) return null
  if (draft.operand.kind === 'time' && amount.field !== null) {
    const condition = timeCondition(
      amount.dataset,
      amount.field,
      draft.operand.time,
      draft.operator as Comparison,
    )
    return condition === null ? null : { ...nothing, draft, where: condition }
  }
  if (isTextForNumber(amount, draft)) return null
  const years = yearsSince(amount, draft.operand)
  if (years === null) return null
  if (years !== undefined) return agePiece(draft, years)
  const turned = amount.turned ? mirror(draft.operator as Comparison) : (draft.operator as Comparison)
  const right = operandExpression(building, draft.operand, amount, draft, others)
  if (right === null) return null
  const left = comparable(amount, draft.operand)
  const upper = draft.upper === null ? null : operandExpression(building, draft.upper, amount, draft, [])
  const plain: Condition =
    draft.kind === 'between' && upper !== null
      ? { kind: 'between', of: left, low: right, high: upper }
      : compare(left, turned, right)
  const condition: Condition = draft.negated ? { kind: 'not', of: plain } : plain
  if (!amount.isAggregate) return { ...nothing, draft, where: condition }
  return {
    ...nothing,
    draft,
    having: { condition, by: draft.governor, counted: amount.dataset, isOwn: false, negated: false },
  }
}

/** A number is not more or less than a name. */
function isTextForNumber(amount: BuiltAmount, { operand, upper }: ConditionDraft): boolean {
  const isNumber = amount.isAggregate || (amount.field !== null && isNumeric(amount.field))
  return isNumber && [operand, upper].some((each) => each?.kind === 'text' && !/\d/.test(each.chunk.text))
}

/** "older than 60" where only the birth is known: the years since then. Null when a day would be compared with a plain number. */
function yearsSince(
  { field: one, expression, turned }: BuiltAmount,
  operand: Operand,
): Expression | null | undefined {
  if (one === null || operand.kind !== 'number' || !isMoment(one) || expression.kind !== 'field')
    return undefined
  const isYear = operand.value >= 1000 && operand.value <= 2200
  const isDay = one.type === 'date' || one.type === 'timestamp'
  if (isYear || (!isDay && one.timeFormat !== 'year')) return undefined
  if (turned && operand.value < 1000)
    return { kind: 'span', unit: 'year', from: expression, to: { kind: 'now' } }
  return isDay ? null : undefined
}

function agePiece(draft: ConditionDraft, years: Expression): Piece {
  const { operand, upper } = draft
  const low = literal(operand?.kind === 'number' ? operand.value : null)
  const plain: Condition =
    draft.kind === 'between' && upper?.kind === 'number'
      ? { kind: 'between', of: years, low, high: literal(upper.value) }
      : compare(years, draft.operator as Comparison, low)
  return { ...nothing, draft, where: draft.negated ? { kind: 'not', of: plain } : plain }
}

/** Years are compared with years, also where a field holds whole days. */
function comparable(amount: BuiltAmount, operand: Operand): Expression {
  if (operand.kind !== 'number' || amount.field === null || amount.isAggregate) return amount.expression
  if (isMoment(amount.field) && amount.field.type !== 'number') {
    if (operand.value >= 1000 && operand.value <= 2200)
      return { kind: 'part', part: 'year', of: amount.expression }
  }
  return amount.expression
}

function mirror(operator: Comparison): Comparison {
  return operator === '>'
    ? '<'
    : operator === '<'
      ? '>'
      : operator === '>='
        ? '<='
        : operator === '<='
          ? '>='
          : operator
}

function amountFor(building: Building, draft: ConditionDraft): BuiltAmount | null {
  if (draft.amount === null && draft.operand?.kind === 'overall' && draft.operand.noun !== null)
    return buildAmount(
      building,
      { aggregate: null, distinct: false, noun: draft.operand.noun, adjective: null },
      draft.governor,
    )
  if (draft.amount === null) return nounlessAmount(building, draft)
  const numbered = numberedAmount(building, draft)
  if (numbered !== null) return numbered
  return ownAmount(building, draft) ?? buildAmount(building, draft.amount, draft.governor, limitOf(draft))
}

export function limitOf({ operand, operator }: ConditionDraft): Limit | null {
  if (operand?.kind !== 'number' || (operator !== '>' && operator !== '>=')) return null
  return { value: operand.value, isExceeded: operator === '>' }
}

/** "keeper 12": the row with that key. */
function numberedAmount(
  building: Building,
  { amount, operand, operator, chunk }: ConditionDraft,
): BuiltAmount | null {
  const noun = resolved(building, amount?.noun ?? null)
  if (noun?.kind !== 'dataset' || operand?.kind !== 'number' || operator !== '=') return null
  if (amount?.noun?.chunk.to !== chunk.from || amount.aggregate !== null) return null
  if (singular(amount.noun.chunk.text) !== amount.noun.chunk.text) return null
  const [key, ...others] = keyFields(noun.dataset)
  if (key === undefined || others.length > 0 || !isNumeric(key)) return null
  return {
    expression: field(noun.dataset, key),
    isAggregate: false,
    dataset: noun.dataset,
    field: key,
    turned: false,
  }
}

/** "orders over 500": the amount of each order, where there is only one amount. */
function ownAmount(building: Building, { amount, operand, operator }: ConditionDraft): BuiltAmount | null {
  const noun = resolved(building, amount?.noun ?? null)
  if (noun?.kind !== 'dataset' || amount?.aggregate !== null || amount.adjective !== null) return null
  if (operand?.kind !== 'number' || operator === '=' || operator === '!=') return null
  const one = mainMeasure(noun.dataset)
  if (one === null) return null
  const expression = field(noun.dataset, one)
  return { expression, isAggregate: false, dataset: noun.dataset, field: one, turned: false }
}

/** "more than 500" without a noun: the measure, when there is only one. */
function nounlessAmount(building: Building, draft: ConditionDraft): BuiltAmount | null {
  const noun = resolved(building, draft.governor)
  if (noun?.kind === 'field' && noun.field.type === 'number' && noun.field.role !== 'identifier')
    return {
      expression: field(noun.dataset, noun.field),
      isAggregate: false,
      dataset: noun.dataset,
      field: noun.field,
      turned: false,
    }
  const home = datasetOf(building, draft.governor)
  if (draft.operand?.kind === 'overall') {
    const isOfTime = draft.chunk.operator === 'before' || draft.chunk.operator === 'after'
    const measure = isOfTime ? mainMoment(home) : mainMeasure(home)
    return measure === null
      ? null
      : { expression: field(home, measure), isAggregate: false, dataset: home, field: measure, turned: false }
  }
  const age = visible(home).find((each) => /(^| )age$/.test(each.label) && each.type === 'number')
  if (
    age !== undefined &&
    draft.operand?.kind === 'number' &&
    draft.operand.value < 150 &&
    draft.operator !== '='
  )
    return { expression: field(home, age), isAggregate: false, dataset: home, field: age, turned: false }
  const birth = isPeople(home) ? birthOf(home) : null
  if (
    birth !== null &&
    draft.operand?.kind === 'number' &&
    draft.operand.value < 150 &&
    draft.operator !== '='
  )
    return { expression: field(home, birth), isAggregate: false, dataset: home, field: birth, turned: true }
  const ofTime =
    draft.operator === '=' || draft.chunk.operator === 'before' || draft.chunk.operator === 'after'
  if (
    ofTime &&
    draft.operand?.kind === 'number' &&
    Number.isInteger(draft.operand.value) &&
    draft.operand.value >= 1500 &&
    draft.operand.value <= 2100
  ) {
    const moment = mainMoment(home)
    if (moment !== null)
      return {
        expression: field(home, moment),
        isAggregate: false,
        dataset: home,
        field: moment,
        turned: false,
      }
  }
  return null
}

function operandExpression(
  building: Building,
  operand: Operand,
  amount: BuiltAmount,
  draft: ConditionDraft,
  others: readonly Condition[],
): Expression | null {
  switch (operand.kind) {
    case 'number':
      return literal(operand.value)
    case 'text':
      return literal(operand.chunk.text)
    case 'overall': {
      const noun = resolved(building, operand.noun)
      const owner = noun?.kind === 'field' ? noun.dataset : amount.dataset
      const one = noun?.kind === 'field' ? noun.field : amount.field
      if (one === null) return null
      const query: Query = {
        ...emptyQuery(owner),
        outputs: [
          {
            expression: aggregate(extremeOf(operand.function, draft, amount), field(owner, one)),
            label: one.label,
          },
        ],
        where: and(others),
      }
      return { kind: 'scalar', query }
    }
    case 'row':
      return ofNamedRow(building, amount, draft)
    case 'time':
      return null
  }
}

/** "older than Ann": the value in the row with that name. */
function ofNamedRow(building: Building, amount: BuiltAmount, draft: ConditionDraft): Expression | null {
  const value = building.resolution.values.get(draft)
  if (value === undefined || amount.field === null) return null
  const named: Expression = { kind: 'field', dataset: value.dataset, field: value.field }
  const extreme = draft.operator === '>' || draft.operator === '>=' ? 'max' : 'min'
  const query: Query = {
    ...emptyQuery(amount.dataset),
    outputs: [{ expression: aggregate(extreme, amount.expression), label: amount.field.label }],
    where: compare(named, '=', literal(value.value)),
  }
  return { kind: 'scalar', query }
}

/** More than all of them means more than the highest; more than some of them means more than the lowest. */
function extremeOf(
  overall: Extract<Operand, { kind: 'overall' }>['function'],
  { operator }: ConditionDraft,
  { turned }: BuiltAmount,
): AggregateFunction {
  if (overall !== 'every' && overall !== 'some') return overall
  const isAbove = operator.startsWith('>') !== turned
  return isAbove === (overall === 'every') ? 'max' : 'min'
}

/** "visited more than twice": the rows that record the event, of which each thing may have many. */
function eventRowsOf(building: Building, home: Dataset): Dataset | null {
  if (building.joinPaths.between(building.subject.name, home.name)?.toOne === false) return home
  for (const { kind, negated, amount } of building.draft.conditions) {
    const noun = kind === 'exists' && !negated ? resolved(building, amount?.noun ?? null) : null
    if (noun?.kind !== 'dataset') continue
    if (building.joinPaths.between(home.name, noun.dataset.name)?.toOne === false) return noun.dataset
  }
  const referring = building.ontology.relationships.filter(
    ({ from, to }) => to === home.name && from !== home.name,
  )
  const [only, ...others] = new Set(referring.map(({ from }) => from))
  return only === undefined || others.length > 0 ? null : dataset(building, only)
}

function numberPiece(building: Building, draft: ConditionDraft, owner: Dataset, condition: Condition): Piece {
  return {
    ...nothing,
    draft,
    where: draft.negated ? negate(building, { dataset: owner, condition }) : condition,
  }
}

/** "lodges with 4 stars" where each row has one number of stars, written as text: those with this value. */
function ownValue(
  building: Building,
  draft: ConditionDraft,
  { dataset: owner, field: one }: { readonly dataset: Dataset; readonly field: Field },
): Piece | null {
  const value = draft.chunk.values.find((each) => each.dataset === owner.name && each.field === one.name)
  if (draft.operator !== '=' || owner !== building.subject || one.isPrimaryKey || value === undefined)
    return null
  return numberPiece(building, draft, owner, compare(field(owner, one), '=', literal(value.value)))
}

/** "more than 3 visits": a measure of the row, or a count of partners. */
export function quantityPiece(building: Building, draft: ConditionDraft): Piece | null {
  if (draft.operand?.kind !== 'number' || draft.amount === null) return null
  const operator = draft.operator as Comparison
  const noun = resolved(building, draft.amount.noun)
  const value = literal(draft.operand.value)
  if (
    noun?.kind === 'field' &&
    isNumeric(noun.field) &&
    !noun.field.isPrimaryKey &&
    noun.field.role !== 'identifier'
  ) {
    const amount = buildAmount(building, draft.amount, draft.governor, limitOf(draft))
    if (amount?.isAggregate !== true || draft.negated)
      return numberPiece(
        building,
        draft,
        noun.dataset,
        compare(field(noun.dataset, noun.field), operator, value),
      )
    const condition = compare(amount.expression, operator, value)
    return {
      ...nothing,
      draft,
      having: { condition, by: draft.governor, counted: amount.dataset, isOwn: false, negated: false },
    }
  }
  const own = noun?.kind === 'field' ? ownValue(building, draft, noun) : null
  if (own !== null) return own
  const home = resolved(building, draft.governor)
  const times = noun === null && home?.kind === 'dataset' ? eventRowsOf(building, home.dataset) : null
  const counted = times ?? (noun === null || noun.kind === 'metric' ? building.subject : noun.dataset)
  const sameThing =
    times === null && noun?.kind !== 'field' && home?.kind === 'dataset' && home.dataset === counted
  const shown =
    building.draft.outputs.find((each) => resolved(building, each.noun)?.kind === 'field')?.noun ?? null
  if (sameThing && shown === null) return null
  const expression =
    noun?.kind === 'field' && !noun.field.isPrimaryKey
      ? aggregate('count', field(noun.dataset, noun.field), true)
      : aggregate('count', rows(counted))
  const condition = compare(expression, operator, value)
  return {
    ...nothing,
    draft,
    having: {
      condition,
      by: sameThing ? shown : draft.governor,
      counted,
      isOwn: sameThing,
      negated: draft.negated,
    },
  }
}
