import type {
  AggregateFunction,
  Cell,
  Comparison,
  Condition,
  Dataset,
  Expression,
  Field,
  FieldRef,
  Ontology,
  Query,
} from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'
import type { Draft, Mention } from '../grammar/draft.ts'
import type { Assumption, Evidence } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { keyFields } from '../lexicon/dataset-fields.ts'
import type { Resolution } from './resolve.ts'
import { joinPathsOf, type JoinPaths } from './join-paths.ts'

/** The inputs for building a query, and the notes taken on the way. */
export interface Building {
  readonly draft: Draft
  readonly resolution: Resolution
  readonly ontology: Ontology
  readonly context: ReadingContext
  readonly joinPaths: JoinPaths
  readonly subject: Dataset
  readonly evidence: Evidence[]
  readonly assumptions: Assumption[]
  /** Subtracted from the score: guesses, and parts that could not be used. */
  doubt: number
  /** Words whose condition could not be built. */
  readonly unused: string[]
}

export function dataset(building: Pick<Building, 'ontology'>, name: string): Dataset {
  const found = building.ontology.datasets.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no dataset ${name}`)
  return found
}

export function resolved(building: Building, mention: Mention | null): NounCandidate | null {
  return mention === null ? null : (building.resolution.nouns.get(mention) ?? null)
}

/** The dataset that a noun refers to, or else the subject. */
export function datasetOf(building: Building, mention: Mention | null): Dataset {
  const found = resolved(building, mention)
  return found === null || found.kind === 'metric' ? building.subject : found.dataset
}

export function field(owner: Dataset, one: Field): FieldRef {
  return { kind: 'field', dataset: owner.name, field: one.name }
}

export function keyOf(owner: Dataset): FieldRef {
  const key = keyFields(owner)[0]
  if (key === undefined) throw new Error(`dataset ${owner.name} has no fields`)
  return field(owner, key)
}

export function rows(owner: Dataset): Expression {
  return { kind: 'rows', dataset: owner.name }
}

export function aggregate(name: AggregateFunction, of: Expression, distinct = false): Expression {
  return { kind: 'aggregate', function: name, of, distinct }
}

export function literal(value: Cell): Expression {
  return { kind: 'literal', value }
}

export function compare(left: Expression, operator: Comparison, right: Expression, fold = false): Condition {
  return fold
    ? { kind: 'compare', left, operator, right, fold: true }
    : { kind: 'compare', left, operator, right }
}

export function and(conditions: readonly Condition[]): Condition | null {
  const [first, ...rest] = conditions
  if (first === undefined) return null
  return rest.length === 0 ? first : { kind: 'and', of: conditions }
}

export function emptyQuery(subject: Dataset): Query {
  return {
    subject: subject.name,
    outputs: [],
    where: null,
    groupBy: [],
    having: null,
    orderBy: [],
    limit: null,
    limitPer: null,
    distinct: false,
    combine: null,
    appearances: [],
    keepUnmatched: false,
  }
}

export function startBuilding(
  draft: Draft,
  resolution: Resolution,
  ontology: Ontology,
  context: ReadingContext,
  subject: Dataset,
): Building {
  return {
    draft,
    resolution,
    ontology,
    context,
    joinPaths: joinPathsOf(ontology),
    subject,
    evidence: [],
    assumptions: [],
    doubt: 0,
    unused: [],
  }
}
