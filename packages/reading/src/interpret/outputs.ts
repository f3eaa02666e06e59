import type { Dataset, Expression, Field, Output } from '@quipu/query'
import type { Mention, OutputDraft } from '../grammar/draft.ts'
import { soleRevenueAmount } from '../lexicon/money-words.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { aggregate, dataset, field, resolved, rows, type Building } from './builder.ts'
import {
  isMeasure,
  isMoment,
  isPeople,
  mainMeasure,
  nameFields,
  ownMeasure,
  visible,
} from '../lexicon/dataset-fields.ts'

export interface BuiltOutput extends Output {
  readonly isAggregate: boolean
  readonly draft: OutputDraft | null
  readonly dataset: Dataset
}

export function buildOutputs(building: Building): readonly BuiltOutput[] {
  const built = building.draft.outputs.flatMap((draft) => buildOutput(building, draft))
  const unique = built.filter(
    (each, i) => built.findIndex((other) => same(other.expression, each.expression)) === i,
  )
  return unique.length > 0 ? unique : defaultOutputs(building)
}

export function same(a: Expression, b: Expression): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function buildOutput(building: Building, draft: OutputDraft): readonly BuiltOutput[] {
  const { subject } = building
  if (draft.isWhole === true)
    return visible(subject).map((each) => output(field(subject, each), each.label, false, draft, subject))
  const noun = nameOfField(building, draft) ?? resolved(building, draft.noun)
  if (noun === null) return draft.aggregate === 'count' ? [rowCount(subject, draft)] : []
  if (noun.kind === 'metric')
    return [output({ kind: 'metric', name: noun.metric.name }, noun.metric.label, true, draft, subject)]
  if (noun.kind === 'dataset') return outputsOf(noun.dataset, draft)
  const { dataset: owner, field: one } = noun
  if (draft.aggregate === null) return [output(field(owner, one), one.label, false, draft, owner)]
  if (draft.aggregate === 'count') return [counted(building, draft, owner, one)]
  if (draft.aggregate === 'sum' && isMoment(one)) return outputsOf(owner, draft)
  return [
    output(
      aggregate(draft.aggregate, field(owner, one), draft.distinct),
      `${draft.aggregate} ${one.label}`,
      true,
      draft,
      owner,
    ),
  ]
}

/** For a thing: its name fields, its count, or the measure that stands for it. */
function outputsOf(owner: Dataset, draft: OutputDraft): readonly BuiltOutput[] {
  if (draft.aggregate === null)
    return nameFields(owner).map((each) => output(field(owner, each), each.label, false, draft, owner))
  const measure = draft.distinct ? null : measureOf(owner, draft)
  if (measure === null) return [rowCount(owner, draft)]
  const name = draft.aggregate === 'count' ? 'sum' : draft.aggregate
  return [output(aggregate(name, field(owner, measure)), `${name} ${measure.label}`, true, draft, owner)]
}

function measureOf(owner: Dataset, { aggregate: name }: OutputDraft): Field | null {
  if (name === 'count') return ownMeasure(owner)
  return mainMeasure(owner) ?? (name === 'sum' || name === 'avg' ? soleRevenueAmount(owner) : null)
}

function rowCount(owner: Dataset, draft: OutputDraft): BuiltOutput {
  return output(aggregate('count', rows(owner)), `number of ${owner.label}`, true, draft, owner)
}

/** "names of makers" where makers are only a field: that field. */
function nameOfField(building: Building, draft: OutputDraft): ReturnType<typeof resolved> {
  if (
    draft.noun === null ||
    draft.noun.of === null ||
    draft.aggregate !== null ||
    !/^(full )?names?$/i.test(draft.noun.chunk.text)
  )
    return null
  const owner = resolved(building, draft.noun.of)
  return owner?.kind === 'field' && owner.field.type === 'text' && owner.field.role !== 'identifier'
    ? owner
    : null
}

/** The count of a measure is its sum; of the key, the number of rows; of another field, the number of different values. */
function counted(
  building: Building,
  draft: OutputDraft,
  owner: Dataset,
  one: Dataset['fields'][number],
): BuiltOutput {
  const ref = field(owner, one)
  if (isMeasure(one) && !draft.distinct && !isMoment(one)) {
    const asks =
      building.draft.asks === 'count' ||
      (building.draft.share !== null && building.draft.conditions.some(({ kind }) => kind === 'value')) ||
      building.draft.groups.length > 0 ||
      building.draft.outputs.some((each) => each.aggregate === 'sum' || each.aggregate === 'avg')
    return asks
      ? output(aggregate('sum', ref), `total ${one.label}`, true, draft, owner)
      : output(ref, one.label, false, draft, owner)
  }
  if (one.isPrimaryKey && owner.primaryKey.length < 2)
    return output(aggregate('count', rows(owner)), `number of ${owner.label}`, true, draft, owner)
  return output(aggregate('count', ref, true), `number of ${one.label}`, true, draft, owner)
}

function output(
  expression: Expression,
  label: string,
  isAggregate: boolean,
  draft: OutputDraft | null,
  owner: Dataset,
): BuiltOutput {
  return { expression, label, isAggregate, draft, dataset: owner }
}

/** Who, when, where: the output that each asks of the subject. */
function defaultOutputs(building: Building): readonly BuiltOutput[] {
  const { subject, draft } = building
  const plain = (one: Dataset['fields'][number], owner = subject): BuiltOutput =>
    output(field(owner, one), one.label, false, null, owner)
  if (draft.asks === 'when') {
    const mention = mentioned(building, isMoment)
    if (mention !== null) return [plain(mention.field, mention.dataset)]
    const moment = visible(subject).find(isMoment)
    if (moment !== undefined) return [plain(moment)]
  }
  if (draft.asks === 'where') {
    const isPlace = (each: Dataset['fields'][number]): boolean =>
      nameWords(each.label).some((word) =>
        ['location', 'address', 'city', 'place', 'country', 'venue', 'headquarter', 'hometown'].includes(
          word,
        ),
      )
    const mention = mentioned(building, isPlace)
    if (mention !== null) return [plain(mention.field, mention.dataset)]
    const place = visible(subject).find(isPlace)
    if (place !== undefined) return [plain(place)]
  }
  if (draft.asks === 'who' && !isPeople(subject)) {
    const people = building.ontology.datasets.find(
      (each) =>
        isPeople(each) && building.joinPaths.between(subject.name, each.name)?.length === 1 && !each.isHidden,
    )
    if (people !== undefined) return nameFields(people).map((each) => plain(each, people))
  }
  return nameFields(subject).map((each) => plain(each))
}

/** A field of that kind among the words: "built" in "when was it built". */
function mentioned(
  building: Building,
  isKind: (one: Dataset['fields'][number]) => boolean,
): { dataset: Dataset; field: Dataset['fields'][number] } | null {
  const compared = new Set(
    building.draft.conditions.filter((each) => each.kind !== 'exists').map((each) => each.amount?.noun),
  )
  for (const mention of building.draft.mentions) {
    const noun = resolved(building, mention)
    if (noun?.kind === 'field' && !compared.has(mention) && isKind(noun.field)) return noun
  }
  return null
}

/** The expressions that identify and show a group. */
export function groupOutputs(
  building: Building,
  mention: Mention,
): { keys: readonly Expression[]; shown: readonly BuiltOutput[] } {
  const noun = resolved(building, mention)
  if (noun === null || noun.kind === 'metric') return { keys: [], shown: [] }
  if (noun.kind === 'field') {
    const ref = field(noun.dataset, noun.field)
    return { keys: [ref], shown: [output(ref, noun.field.label, false, null, noun.dataset)] }
  }
  const owner = dataset(building, noun.dataset.name)
  const names = nameFields(owner)
  const keys =
    owner.primaryKey.length === 1
      ? owner.fields.filter((each) => owner.primaryKey.includes(each.name))
      : names
  return {
    keys: keys.map((each) => field(owner, each)),
    shown: names.map((each) => output(field(owner, each), each.label, false, null, owner)),
  }
}
