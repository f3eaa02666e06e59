import type { Field, JoinPlan, Query } from '@quipu/query'
import type { Chunk, NounCandidate } from '../annotate/chunk.ts'
import { kindOf } from '../grammar/chunk-kind.ts'
import type { Building } from '../interpret/builder.ts'
import { isMoment, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { singular, wordForms } from '../words/word-forms.ts'
import type { Resolution } from '../interpret/resolve.ts'
import { isExplained, leftoversOf, type Leftover } from './leftovers.ts'
import { ofOddities } from './oddities.ts'
import { isNounIn, traitsOf, type QueryTraits } from './query-traits.ts'
import { ignoredOperators } from './ignored-operators.ts'

/** Features that distinguish right readings from wrong ones. Each is a small number with a weight in `weights.ts`. */
export type Features = Readonly<Record<string, number>>

/** These say something beside the confidence of the grammar: the estimate of both readers looks at them once more. */
export const weighedAgain = [
  'conditions',
  'divided',
  'guessedOutputs',
  'joined',
  'joins',
  'manyOutputs',
  'margin',
  'negation',
  'order',
  'repeats',
  'tables',
  'words',
] as const

export interface FeatureInput {
  readonly chunks: readonly Chunk[]
  readonly query: Query
  readonly building: Building
  /** The second best resolution of the nouns. */
  readonly second: Resolution | undefined
  readonly joins: JoinPlan | null
}

export function featuresOf(input: FeatureInput): Features {
  const traits = traitsOf(input.query)
  const { query, building } = input
  const leftovers = leftoversOf(input.chunks, building.draft).filter(
    ({ chunk }) => !isExplained(chunk.text, query, building.ontology),
  )
  return {
    ...ofWords(input, leftovers),
    ...ofNouns(input, traits),
    ...ofValues(input, traits),
    ...ofShape(input, traits),
    ...ofOddities(input),
    ...ofJoins(input, traits),
  }
}

function ofWords({ chunks, building }: FeatureInput, leftovers: readonly Leftover[]): Features {
  const count = (sort: Leftover['sort'], known?: boolean): number =>
    Math.min(
      2,
      leftovers.filter((each) => each.sort === sort && (known === undefined || each.isKnown === known))
        .length,
    )
  const content = chunks.filter((chunk) => chunk.isContent).length
  return {
    leftNames: count('name'),
    leftQuotes: count('quoted'),
    leftTimes: count('time'),
    leftNouns: count('noun', false),
    leftHeads: Math.min(2, leftovers.filter((each) => each.isHead && each.sort === 'noun').length),
    leftVerbs: count('verb', false),
    leftOthers: Math.min(3, count('quality', false) + count('strange', false) + count('small', false)),
    leftKnown: Math.min(3, leftovers.filter((each) => each.isKnown).length),
    leftShare: content === 0 ? 1 : leftovers.length / content,
    words: Math.min(2, chunks.at(-1) === undefined ? 0 : (chunks.at(-1)?.to ?? 0) / 15),
    sentences: Math.min(
      2,
      chunks.filter((chunk, i) => chunk.operator === 'stop' && i < chunks.length - 1).length,
    ),
    doubt: Math.min(1.5, building.doubt),
  }
}

function ofNouns({ building, second }: FeatureInput, traits: QueryTraits): Features {
  const { nouns, score } = building.resolution
  const chosen = [...nouns]
    .map(([mention, noun]) => ({ mention, noun }))
    .filter(({ mention, noun }) => !isLooseVerb(mention.chunk, noun))
  const scores = chosen.map(({ noun }) => Math.min(1, noun.score))
  const rivals = chosen.map(({ mention, noun }) => rivalCloseness(noun, mention.chunk.nouns))
  return {
    weakest: 1 - Math.min(1, ...scores),
    weakNouns: Math.min(3, scores.filter((each) => each < 0.8).length),
    fairNouns: Math.min(3, scores.filter((each) => each >= 0.8 && each < 0.93).length),
    margin: second === undefined ? 1 : Math.min(1, Math.max(0, (score - second.score) / 0.5)),
    rivals: Math.min(3, rivals.filter((each) => each > 0.97).length),
    nearRivals: Math.min(3, rivals.filter((each) => each > 0.88 && each <= 0.97).length),
    dropped: Math.min(3, chosen.filter(({ noun }) => !isNounIn(noun, traits)).length),
    noNouns: chosen.length === 0 ? 1 : 0,
  }
}

/** "where students live": what people do is no loose match for a name. */
function isLooseVerb({ text }: Chunk, { score }: NounCandidate): boolean {
  const word = text.toLowerCase()
  return (
    score < looselyNamed &&
    !isEnglish(singular(word), 'noun') &&
    wordForms(word).some((form) => isEnglish(form, 'verb'))
  )
}

/** Below this a word is at most connected with a name. */
const looselyNamed = 0.65

/** How close the best other candidate comes, not counting the same words in the same dataset. */
function rivalCloseness(noun: NounCandidate, all: readonly NounCandidate[]): number {
  const others = all.filter(
    (each) =>
      each !== noun &&
      !(
        each.kind !== 'metric' &&
        noun.kind !== 'metric' &&
        each.dataset === noun.dataset &&
        each.kind !== noun.kind
      ),
  )
  return Math.max(0, ...others.map((each) => each.score)) / Math.max(0.1, noun.score)
}

function ofValues({ chunks, building }: FeatureInput, traits: QueryTraits): Features {
  const texts = building.draft.conditions.flatMap((each) =>
    each.operand?.kind === 'text' || each.operand?.kind === 'row'
      ? [{ condition: each, chunk: each.operand.chunk }]
      : [],
  )
  const fieldsOf = (chunk: Chunk): number =>
    new Set(chunk.values.map((each) => `${each.dataset}.${each.field}`)).size
  const numbers = chunks.filter((chunk) => kindOf(chunk) === 'number' && chunk.number !== null)
  return {
    valueNotFound: Math.min(
      2,
      texts.filter(({ condition }) => !building.resolution.values.has(condition)).length,
    ),
    valueInexact: Math.min(
      2,
      texts.filter(({ condition }) => (building.resolution.values.get(condition)?.score ?? 1) < 0.85).length,
    ),
    valuePlain: Math.min(2, texts.filter(({ chunk }) => !chunk.isQuoted && !chunk.isCapital).length),
    valueFields: Math.min(
      3,
      texts.filter(({ chunk, condition }) => fieldsOf(chunk) > 1 && condition.amount?.noun === null).length,
    ),
    valueDropped: Math.min(
      2,
      texts.filter(
        ({ chunk, condition }) =>
          building.resolution.values.get(condition)?.holds === undefined &&
          !traits.literals.has(
            (building.resolution.values.get(condition)?.value ?? chunk.text).toLowerCase(),
          ),
      ).length,
    ),
    numberDropped: Math.min(
      2,
      numbers.filter(
        (chunk) =>
          !traits.literals.has(String(chunk.number)) && !traits.literals.has(chunk.text.toLowerCase()),
      ).length,
    ),
  }
}

function ofShape({ chunks, query, building }: FeatureInput, traits: QueryTraits): Features {
  const has = (part: string): number => (traits.parts.has(part) ? 1 : 0)
  const wholes = building.draft.outputs.filter(
    (each) =>
      each.aggregate === null &&
      each.noun !== null &&
      building.resolution.nouns.get(each.noun)?.kind === 'dataset',
  )
  const subject = building.ontology.datasets.find((each) => each.name === query.subject)
  const dated = subject === undefined ? [] : visible(subject).filter(isMoment)
  return {
    ignoredOperators: Math.min(3, ignoredOperators(chunks, traits).length),
    noOutputs: query.outputs.length === 0 ? 1 : 0,
    manyOutputs: Math.max(0, Math.min(3, query.outputs.length - 2)),
    guessedOutputs: Math.min(2, wholes.length),
    doubleName: wholes.some((each) => nameFieldsOf(building, each.noun) > 1) ? 1 : 0,
    conditions: Math.min(4, building.draft.conditions.length),
    nested: Math.min(2, traits.levels - 1),
    negation: has('not') || has('compare:!='),
    anyOf: has('or') || has('in'),
    setOf: has('combine:union') || has('combine:intersect') || has('combine:except'),
    related: has('related'),
    group: has('group'),
    having: has('having'),
    order: has('order'),
    ordered: query.orderBy.length > 1 ? 1 : 0,
    limit: has('limit'),
    average: has('aggregate:avg'),
    summed: has('aggregate:sum'),
    bareCount: query.outputs.length === 1 && has('aggregate:count') && query.groupBy.length === 0 ? 1 : 0,
    arithmetic: has('arithmetic') || has('share') || has('running'),
    during: has('during'),
    period: has('period') || has('part'),
    duringGroups: has('during') && has('group'),
    divided: isDivided(building, query) ? 1 : 0,
    momentChoice: has('during') && dated.length > 1 && !isMomentNamed(dated, building) ? 1 : 0,
    plain:
      traits.levels === 1 && query.where === null && query.groupBy.length === 0 && query.orderBy.length === 0
        ? 1
        : 0,
  }
}

/** Whether the figures are grouped as the question says. */
function isDivided({ draft }: Building, { groupBy, outputs }: Query): boolean {
  return (
    draft.groups.length > 0 &&
    groupBy.length >= draft.groups.length &&
    outputs.some(({ expression }) => expression.kind !== 'field' && expression.kind !== 'period')
  )
}

function isMomentNamed(moments: readonly Field[], { resolution }: Building): boolean {
  return [...resolution.nouns.values()].some((noun) => noun.kind === 'field' && moments.includes(noun.field))
}

function nameFieldsOf(building: Building, mention: Building['draft']['subject']): number {
  const noun = mention === null ? undefined : building.resolution.nouns.get(mention)
  return noun?.kind === 'dataset' ? nameFields(noun.dataset).length : 0
}

function ofJoins({ joins, building }: FeatureInput, traits: QueryTraits): Features {
  const all = joins === null ? [] : [...joins.trees.values()].flatMap((tree) => tree.joins)
  const relationships = new Map(building.ontology.relationships.map((each) => [each.name, each]))
  const inferred = all.filter((join) => (relationships.get(join.relationship)?.confidence ?? 1) < 1)
  const unnamed = [
    ...new Set(all.flatMap((join) => [join.leftDataset ?? join.left, join.rightDataset])),
  ].filter((name) => !traits.datasets.has(name))
  return {
    noJoin: joins === null ? 1 : 0,
    joins: Math.min(4, all.length),
    joined: all.length > 0 ? 1 : 0,
    joinMargin: joins === null || all.length === 0 ? 1 : Math.min(1, joins.margin),
    inferredJoins: Math.min(2, inferred.length),
    unnamedDatasets: Math.min(2, unnamed.length),
    fanOut: all.some((join) => join.meets === 'many') ? 1 : 0,
    tables: Math.min(2, Math.log2(Math.max(1, building.ontology.datasets.length)) / 3),
  }
}
