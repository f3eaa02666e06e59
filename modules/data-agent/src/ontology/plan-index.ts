import type { ColumnProfile, TableProfile } from './profile.ts'
import type { FieldName } from './value-index.ts'

export interface PlannedField extends FieldName {
  readonly distinct: number
  /**
   * Copied into the index; too many or too long, so that values are looked up in the database; excluded by people
   * or because the name suggests a secret; or not text.
   */
  readonly outcome: 'indexed' | 'partial' | 'left-out' | 'not-text'
  /** The number of values to read: all of them, a few that show the format of dates, or none. */
  readonly most: number
}

export interface IndexLimits {
  readonly leaveOut?: readonly FieldName[]
  readonly valuesPerField?: number
  readonly valuesInAll?: number
}

/** Decides for every column whether its values are indexed. Small fields come first if not all fit. */
export function planIndex(profiles: readonly TableProfile[], limits: IndexLimits): PlannedField[] {
  const { valuesPerField = 20_000, valuesInAll = 200_000, leaveOut = [] } = limits
  const leftOut = new Set(leaveOut.map(({ dataset, field }) => JSON.stringify([dataset, field])))
  let room = valuesInAll
  const planned = new Map<ColumnProfile, PlannedField>()
  const all = profiles.flatMap(({ table, columns }) =>
    columns.map((profile) => ({ dataset: table.name, profile })),
  )
  for (const { dataset, profile } of all.toSorted(
    (one, other) => one.profile.distinct - other.profile.distinct,
  )) {
    const field = profile.column.name
    const { distinct } = profile
    const plan = (outcome: PlannedField['outcome'], most: number) =>
      planned.set(profile, { dataset, field, distinct, outcome, most })
    if (leftOut.has(JSON.stringify([dataset, field])) || isSecretName(field)) plan('left-out', 0)
    else if (profile.type === 'date' || profile.type === 'timestamp')
      plan('not-text', Math.min(distinct, shown))
    else if (profile.type !== 'text') plan('not-text', 0)
    else if (
      !profile.isCounted ||
      distinct > valuesPerField ||
      distinct > room ||
      profile.meanLength > proseLength
    )
      plan('partial', Math.min(distinct, shown))
    else {
      room -= distinct
      plan('indexed', distinct)
    }
  }
  return all.flatMap(({ profile }) => planned.get(profile) ?? [])
}

const shown = 200
/** Texts that are longer on average are prose, which nobody quotes in a question. */
const proseLength = 200

/** Only counts are read of these, even if nobody excluded them. */
export function isSecretName(name: string): boolean {
  return /(?:^|[_\W])(?:passw(?:or)?d|pwd|passcode|secret|token|api_?key|private_?key|salt|credentials?)(?:$|[_\W])|password(?:hash)?/i.test(
    name,
  )
}
