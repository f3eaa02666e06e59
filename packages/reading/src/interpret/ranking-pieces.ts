import type { Condition, Dataset } from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'
import { endOf } from '../lexicon/event-fields.ts'
import type { ConditionDraft, Mention } from '../grammar/draft.ts'
import { buildAmount, directionOf, type BuiltAmount } from './amounts.ts'
import { aggregate, datasetOf, emptyQuery, field, resolved, rows, type Building } from './builder.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import { nothing, type Piece } from './piece.ts'
import { ranksByTotal } from './ranks-by-total.ts'

type OfField = Extract<NounCandidate, { kind: 'field' }>

export function rankingPiece(building: Building, draft: ConditionDraft): Piece | null {
  if (draft.amount === null) return null
  const built = buildAmount(building, draft.amount, draft.governor)
  if (built === null) return null
  const of = draft.governor ?? sharedOutput(building, draft)
  const amount = ofOneOrMany(building, { ...draft, governor: of }, built)
  return {
    ...nothing,
    draft,
    where: draft.amount.adjective?.lasts === true ? notEnded(building, amount.dataset) : null,
    ranking: {
      amount,
      direction: directionOf(draft.direction, amount),
      limit: draft.limit ?? 1,
      of,
      isTop: isTop(draft),
      isShown: !isTop(draft) && listsThings(building, draft),
    },
  }
}

function isTop({ chunk }: ConditionDraft): boolean {
  return chunk.operator === 'top' || chunk.operator === 'bottom'
}

/** "the top 5 lakes with the most visitors", not "the names of the top 5 lakes", which says what to show. */
function listsThings(building: Building, { limit }: ConditionDraft): boolean {
  const [only, ...others] = building.draft.outputs
  if (!building.draft.saysTop || (limit ?? 1) < 2 || only === undefined || others.length > 0) return false
  const isThing = only.aggregate === null && resolved(building, only.noun)?.kind === 'dataset'
  return isThing && !/\bnames?\b/i.test(only.noun?.chunk.text ?? '')
}

function ofOneOrMany(building: Building, draft: ConditionDraft, built: BuiltAmount): BuiltAmount {
  if (built.field === null) return built
  const each = field(built.dataset, built.field)
  if (isOfEach(building, draft, built)) return { ...built, expression: each, isAggregate: false }
  return isOfMany(building, draft, built)
    ? { ...built, expression: aggregate('sum', each), isAggregate: true }
    : built
}

/** "who worked the most hours": the sum of each person's hours, where they have many rows. The highest would be one row's. */
function isOfMany(building: Building, draft: ConditionDraft, built: BuiltAmount): boolean {
  if (built.isAggregate || built.field === null || !isMeasure(built.field) || !ranksByTotal(draft))
    return false
  const home = datasetOf(building, draft.governor)
  return building.joinPaths.between(home.name, built.dataset.name)?.toOne === false
}

/** "the longest serving": only those who have not left. */
function notEnded({ ontology }: Building, owner: Dataset): Condition | null {
  const end = endOf(owner, ontology)
  return end === null ? null : { kind: 'null', of: field(owner, end) }
}

/** "top 5 products by price": each has one price, so nothing is summed. */
function isOfEach(building: Building, draft: ConditionDraft, { dataset, expression }: BuiltAmount): boolean {
  if (!isTop(draft)) return false
  if (expression.kind !== 'aggregate' || expression.function !== 'sum') return false
  const ranked = resolved(building, draft.governor)
  if (ranked?.kind === 'field' && isShared(ranked)) return false
  return building.joinPaths.between(datasetOf(building, draft.governor).name, dataset.name)?.toOne === true
}

/** The only output, where nothing else says what is ranked and many rows share its value. */
function sharedOutput(
  { draft: { outputs }, resolution }: Building,
  { chunk }: ConditionDraft,
): Mention | null {
  const [only] = outputs
  if ((chunk.operator !== 'top' && chunk.operator !== 'bottom') || outputs.length !== 1) return null
  const noun = only?.noun ? resolution.nouns.get(only.noun) : undefined
  return noun?.kind === 'field' && isShared(noun) ? (only?.noun ?? null) : null
}

/** "top 5 cities by freight": many rows share a city, so their amounts are summed. */
function isShared({ dataset, field: one }: OfField): boolean {
  return !one.isUnique && one.role !== 'identifier' && one.statistics.distinct < 0.5 * dataset.rows
}

function isShown(building: Building, { dataset: owner, field: one }: OfField): boolean {
  return building.draft.outputs.some((each) => {
    const noun = resolved(building, each.noun)
    return noun?.kind === 'field' && noun.dataset === owner && noun.field === one
  })
}

/** "of the most common family": the family with the most rows. */
function mostCommon({ dataset: owner, field: one }: OfField, draft: ConditionDraft): Piece {
  const of = field(owner, one)
  const query = {
    ...emptyQuery(owner),
    outputs: [{ expression: of, label: one.label }],
    groupBy: [of],
    orderBy: [{ expression: aggregate('count', rows(owner)), direction: draft.direction }],
    limit: draft.limit ?? 1,
  }
  const where: Condition = { kind: 'member', of, query }
  return { ...nothing, draft, where: draft.negated ? { kind: 'not', of: where } : where }
}

/** "users with the most popular role": each has one, so the role that most of the users have. The field refers to it. */
function onlyPartner(building: Building, to: Dataset): OfField | null {
  const { subject, ontology, draft } = building
  const links = ontology.relationships.filter(
    (each) =>
      each.from === subject.name &&
      each.to === to.name &&
      each.from !== each.to &&
      each.fromFields.length === 1,
  )
  const [link, ...others] = links
  const isShown = draft.outputs.some((each) => {
    const noun = resolved(building, each.noun)
    return noun !== null && noun.kind !== 'metric' && noun.dataset === to
  })
  const one = subject.fields.find(({ name }) => name === link?.fromFields[0])
  if (link === undefined || others.length > 0 || one === undefined || isShown || one.isUnique) return null
  return { kind: 'field', dataset: subject, field: one, score: 1, saysDataset: false }
}

/** "is the most common": by the number of rows of the subject, or of the rows that refer to it. */
export function frequentPiece(building: Building, draft: ConditionDraft): Piece {
  const noun = resolved(building, draft.amount?.noun ?? null)
  if (noun?.kind === 'field' && !isShown(building, noun)) return mostCommon(noun, draft)
  const partner = noun?.kind === 'dataset' ? onlyPartner(building, noun.dataset) : null
  if (partner !== null) return mostCommon(partner, draft)
  const home = resolved(building, draft.governor)
  const referring = building.ontology.relationships.filter(
    (each) => each.to === building.subject.name && each.from !== building.subject.name,
  )
  const only = referring[0]
  const one =
    home?.kind === 'dataset' && only !== undefined
      ? building.ontology.datasets.find((each) => each.name === only.from)
      : undefined
  const governed = home?.kind === 'dataset' && home.dataset !== building.subject ? home.dataset : null
  const counted =
    noun !== null && noun.kind !== 'metric' ? noun.dataset : (governed ?? one ?? building.subject)
  const amount: BuiltAmount = {
    expression: aggregate('count', rows(counted)),
    isAggregate: true,
    dataset: counted,
    field: null,
    turned: false,
  }
  return {
    ...nothing,
    draft,
    ranking: {
      amount,
      direction: draft.direction,
      limit: draft.limit ?? 1,
      of: governed === null ? draft.governor : null,
    },
  }
}
