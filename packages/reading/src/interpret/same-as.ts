import type { Condition, Expression, Field } from '@quipu/query'
import type { ConditionDraft } from '../grammar/draft.ts'
import { and, compare, emptyQuery, field, literal, resolved, type Building } from './builder.ts'
import { nothing, type Piece } from './piece.ts'

/** "in the same city as Ann": the rows that share this property with the row that has the name. */
export function samePiece(building: Building, draft: ConditionDraft): Piece | null {
  const noun = resolved(building, draft.amount?.noun ?? null)
  const row = namedRow(building, draft)
  if (noun === null || noun.kind === 'metric' || row === null) return null
  const shared =
    noun.kind === 'field' ? field(noun.dataset, noun.field) : referenceTo(building, noun.dataset.name)
  if (shared === null || shared.dataset !== building.subject.name) return null
  return { ...nothing, draft, where: among(building, shared, shared, row) }
}

/** What follows a reference to a row of the same kind, and the field that refers. */
export interface Referred {
  readonly by: Field
  readonly names: readonly ConditionDraft[]
}

/** "who report to Ann", "trained by Ann" where a field refers to a row of the same kind: the names that follow are those of this row. */
export function referredNames(building: Building): ReadonlyMap<ConditionDraft, Referred> {
  const { conditions, ignored } = building.draft
  const links = ownLinks(building)
  const [only, ...others] = links
  if (only === undefined || building.subject.primaryKey.length !== 1) return new Map()
  const namesFrom = (at: number, end: number, clause: number): readonly ConditionDraft[] =>
    conditions.slice(at, at + 2).filter((one, i, all) => {
      const before = i === 0 ? end : (all[i - 1]?.chunk.to ?? end)
      return isName(building, one) && one.chunk.from - before <= 1 && one.clause === clause
    })
  return new Map(
    conditions.flatMap((each, at) => {
      const noun =
        each.kind === 'exists' && !each.negated ? resolved(building, each.amount?.noun ?? null) : null
      const by = noun?.kind === 'field' && links.includes(noun.field) ? noun.field : null
      const verb = ignored.find(
        ({ text, to }) => /^report(?:s|ed|ing)?$/i.test(text) && each.chunk.from - to === 1,
      )
      const isVerb = verb !== undefined && others.length === 0
      const names = isVerb
        ? namesFrom(at, verb.to, each.clause)
        : namesFrom(at + 1, each.chunk.to, each.clause)
      if ((by === null && !isVerb) || names.length === 0) return []
      return [[each, { by: by ?? only, names }] as const]
    }),
  )
}

/** The fields of the subject that refer to another row of it. */
function ownLinks({ ontology, subject }: Building): readonly Field[] {
  return ontology.relationships.flatMap(({ from, to, fromFields }) => {
    const one = subject.fields.find(({ name }) => name === fromFields[0])
    return from === to && from === subject.name && fromFields.length === 1 && one !== undefined ? [one] : []
  })
}

export function referredPiece(
  building: Building,
  draft: ConditionDraft,
  { by, names }: Referred,
): Piece | null {
  const { subject } = building
  const row = and(names.flatMap((each) => namedRow(building, each) ?? []))
  const key = subject.fields.find(({ name }) => name === subject.primaryKey[0])
  if (row === null || key === undefined) return null
  return { ...nothing, draft, where: among(building, field(subject, by), field(subject, key), row) }
}

function among({ subject }: Building, of: Expression, shown: Expression, where: Condition): Condition {
  return {
    kind: 'member',
    of,
    query: { ...emptyQuery(subject), outputs: [{ expression: shown, label: 'key' }], where },
  }
}

function isName({ resolution, subject }: Building, each: ConditionDraft): boolean {
  const value = each.kind === 'value' && !each.negated ? resolution.values.get(each) : undefined
  const one = subject.fields.find(({ name }) => name === value?.field)
  return value?.dataset === subject.name && one?.role === 'name'
}

function namedRow({ resolution, subject }: Building, draft: ConditionDraft): Condition | null {
  const value = resolution.values.get(draft)
  if (value?.dataset !== subject.name) return null
  const is = (name: string, text: string): Condition =>
    compare({ kind: 'field', dataset: subject.name, field: name }, '=', literal(text))
  return and([
    is(value.field, value.value),
    ...(value.also === undefined ? [] : [is(value.also.field, value.also.value)]),
  ])
}

function referenceTo(
  { ontology, subject }: Building,
  to: string,
): { kind: 'field'; dataset: string; field: string } | null {
  const links = ontology.relationships.filter(
    (each) => each.from === subject.name && each.to === to && each.fromFields.length === 1,
  )
  const [name] = links[0]?.fromFields ?? []
  return name === undefined || links.length > 1 ? null : { kind: 'field', dataset: subject.name, field: name }
}
