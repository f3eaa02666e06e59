import type { Dataset, Ontology } from '@quipu/query'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import type { ConditionDraft, Draft, Mention } from '../grammar/draft.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { adjectiveField } from './adjective-field.ts'
import { isMeasure, isMoment, isPeople, nameFields } from '../lexicon/dataset-fields.ts'
import { namedElsewhere } from './same-thing.ts'
import { joinPathsOf, type JoinPaths } from './join-paths.ts'

/** The meaning of every noun and value of the question. */
export interface Resolution {
  readonly anchor: string
  readonly nouns: ReadonlyMap<Mention, NounCandidate>
  readonly values: ReadonlyMap<ConditionDraft, ValueCandidate>
  readonly score: number
}

type Need = 'measure' | 'number' | 'moment' | 'thing' | 'property' | 'text' | null

/** The likeliest combinations of meanings for all nouns, best first. Meanings that are close in the database score higher. */
export function resolve(draft: Draft, ontology: Ontology, most: number): readonly Resolution[] {
  const pointers = pointersOf(ontology)
  const needs = needsOf(draft)
  const joinPaths = joinPathsOf(ontology)
  const found = anchorsOf(draft, ontology).map((anchor) =>
    resolveAround(anchor, draft, needs, joinPaths, pointers, ontology),
  )
  found.sort((a, b) => b.score - a.score)
  const seen = new Set<string>()
  return found
    .filter((each) => {
      const key =
        [...each.nouns.values()].map(keyOf).join('|') +
          [...each.values.values()].map((v) => `${v.dataset}.${v.field}`).join('|') || each.anchor
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, most)
}

function keyOf(each: NounCandidate): string {
  return each.kind === 'metric'
    ? each.metric.name
    : each.kind === 'dataset'
      ? each.dataset.name
      : `${each.dataset.name}.${each.field.name}`
}

function anchorsOf(draft: Draft, ontology: Ontology): readonly string[] {
  const totals = new Map<string, number>()
  const add = (dataset: string, score: number): void =>
    void totals.set(dataset, (totals.get(dataset) ?? 0) + score)
  for (const mention of draft.mentions) {
    const best = new Map<string, number>()
    for (const each of mention.chunk.nouns)
      if (each.kind !== 'metric')
        best.set(each.dataset.name, Math.max(best.get(each.dataset.name) ?? 0, each.score))
    for (const [dataset, score] of best) add(dataset, score)
  }
  for (const condition of draft.conditions)
    if (condition.operand?.kind === 'text')
      for (const dataset of new Set(condition.operand.chunk.values.map((each) => each.dataset)))
        add(dataset, 0.6)
  if (totals.size === 0) return measuredBy(draft, ontology)
  return [...totals]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([dataset]) => dataset)
}

/** "who earns the least" names nobody: the datasets that hold the amount, people first where a person is asked for. */
function measuredBy({ asks, conditions }: Draft, { datasets }: Ontology): readonly string[] {
  const adjectives = conditions.flatMap(({ amount }) =>
    amount?.word !== undefined && amount.adjective !== null ? [amount.adjective] : [],
  )
  const fitting = datasets.filter(
    (each) =>
      !each.isHidden &&
      adjectives.length > 0 &&
      adjectives.every((one) => adjectiveField(one, [each]) !== null),
  )
  const hasName = (each: Dataset): number => Number(nameFields(each).every((field) => !field.isPrimaryKey))
  const asked = asks === 'who' ? fitting.filter(isPeople) : fitting
  return asked.toSorted((a, b) => hasName(b) - hasName(a)).map(({ name }) => name)
}

/** What the position of each noun requires of it. */
function needsOf(draft: Draft): ReadonlyMap<Mention, Need> {
  const needs = new Map<Mention, Need>()
  for (const output of draft.outputs) {
    if (output.noun === null) continue
    if (output.aggregate === 'count') needs.set(output.noun, null)
    else if (output.aggregate !== null) needs.set(output.noun, 'measure')
    else if (output.noun.of !== null) needs.set(output.noun, 'property')
  }
  for (const { amount, kind, operand } of draft.conditions) {
    if (amount === null || amount.noun === null || needs.has(amount.noun)) continue
    const byNumber = operand?.kind === 'number' || operand?.kind === 'overall' || operand?.kind === 'row'
    if (kind === 'compare' || kind === 'between')
      needs.set(amount.noun, operand?.kind === 'time' ? 'moment' : byNumber ? 'number' : null)
    else if (kind === 'value' || kind === 'like') needs.set(amount.noun, 'text')
    else if (kind === 'time' || (kind === 'superlative' && amount.adjective?.isTime === true))
      needs.set(amount.noun, 'moment')
  }
  for (const mention of draft.mentions)
    if (!needs.has(mention) && mention.role === 'entity' && mention.of === null) needs.set(mention, 'thing')
  return needs
}

const anchorCosts = [0, 0.1, 0.2, 0.32, 0.45]
const ownerCosts = [0, 0.26, 0.38, 0.5, 0.7]

function cost(costs: readonly number[], joinPaths: JoinPaths, from: string, to: string): number {
  if (from === to) return 0
  const path = joinPaths.between(from, to)
  if (path === null) return 1.2
  const whole = Math.min(costs.length - 1, Math.floor(path.length))
  return (costs[whole] ?? 0.7) + (path.length - whole) * 0.08
}

function resolveAround(
  anchor: string,
  draft: Draft,
  needs: ReadonlyMap<Mention, Need>,
  joinPaths: JoinPaths,
  pointers: ReadonlyMap<string, string>,
  ontology: Ontology,
): Resolution {
  const nouns = new Map<Mention, NounCandidate>()
  const named = thingsNamed(draft)
  let score = 0
  let previous: string | null = null
  const settle = (mention: Mention): NounCandidate | undefined => {
    const known = nouns.get(mention)
    if (known !== undefined) return known
    const owner = mention.of === null ? undefined : settle(mention.of)
    const home = owner === undefined || owner.kind === 'metric' ? null : owner.dataset.name
    const beside = home === null && mention.role === 'output' ? previous : null
    let top: NounCandidate | undefined
    let best = -Infinity
    for (const each of plainly(mention.chunk.nouns)) {
      const fit =
        each.score -
        (asksForKey(each, mention, home) ? 0 : pointerCost(each, mention, pointers)) +
        fitOf(each, needs.get(mention) ?? null, mention) +
        namingFit(each, mention, home, { named, ontology }) -
        (each.kind === 'metric'
          ? 0
          : cost(anchorCosts, joinPaths, anchor, each.dataset.name) +
            (home === null
              ? 0
              : (each.kind === 'dataset' ? 0.5 : 1) * cost(ownerCosts, joinPaths, home, each.dataset.name)) +
            (beside === null ? 0 : 0.5 * cost(ownerCosts, joinPaths, beside, each.dataset.name)))
      if (fit > best) {
        best = fit
        top = each
      }
    }
    if (top === undefined) return undefined
    nouns.set(mention, top)
    if (mention.role === 'output' && top.kind !== 'metric') previous = top.dataset.name
    score += best
    return top
  }
  for (const mention of draft.mentions) settle(mention)
  for (const condition of draft.conditions) score -= countsItself(condition, nouns)
  const chosen = settleValues(draft, nouns, anchor, joinPaths)
  return { anchor, nouns, values: chosen.values, score: score + chosen.score }
}

function settleValues(
  draft: Draft,
  nouns: ReadonlyMap<Mention, NounCandidate>,
  anchor: string,
  joinPaths: JoinPaths,
): Pick<Resolution, 'values' | 'score'> {
  const values = new Map<ConditionDraft, ValueCandidate>()
  let score = 0
  for (const condition of draft.conditions) {
    if (condition.operand?.kind !== 'text' && condition.operand?.kind !== 'row') continue
    const beside = draft.conditions.filter(
      (each) =>
        each !== condition &&
        each.kind === 'value' &&
        (each.chunk.to === condition.chunk.from || each.chunk.from === condition.chunk.to),
    )
    const chosen = settleValue(condition, condition.operand.chunk.values, nouns, anchor, joinPaths, beside)
    if (chosen === null) continue
    values.set(condition, chosen.value)
    score += chosen.fit
  }
  return { values, score }
}

/** Where a dataset has exactly this name, another that is only a synonym is not meant. */
function plainly(nouns: readonly NounCandidate[]): readonly NounCandidate[] {
  const isNamed = nouns.some((each) => each.kind === 'dataset' && each.score >= 0.97 && !isOnlyLink(each))
  return isNamed ? nouns.filter((each) => each.kind !== 'dataset' || each.score >= 0.9) : nouns
}

/** Fields that refer to another dataset, as `dataset.field`, and that dataset. */
function pointersOf(ontology: Ontology): ReadonlyMap<string, string> {
  return new Map(
    ontology.relationships.flatMap((each) =>
      each.fromFields.map((field) => [`${each.from}.${field}`, each.to] as const),
    ),
  )
}

/** A field that only refers to a thing scores less than the thing, when the noun names both. */
function pointerCost(each: NounCandidate, mention: Mention, pointers: ReadonlyMap<string, string>): number {
  if (each.kind !== 'field') return 0
  const to = pointers.get(`${each.dataset.name}.${each.field.name}`)
  if (to === undefined || to === each.dataset.name) return 0
  const rivals = mention.chunk.nouns.some((other) =>
    other.kind === 'dataset'
      ? other.dataset.name === to && other.score > each.score - 0.15
      : other.kind === 'field' && other.dataset.name === to && other.score > each.score - 0.05,
  )
  return rivals ? 0.12 : 0
}

/** "the names of the rowers", who are people: the name of the person, and not of their boat. */
function namesSame(each: NounCandidate, { chunk }: Mention, home: string, ontology: Ontology): boolean {
  if (each.kind !== 'field' || each.dataset.name === home || !/^(?:full )?names?$/i.test(chunk.text))
    return false
  const owner = ontology.datasets.find(({ name }) => name === home)
  return owner !== undefined && namedElsewhere(owner, ontology) === each.dataset
}

/** The nouns whose names the question asks for. */
function thingsNamed({ mentions }: Draft): ReadonlySet<Mention> {
  return new Set(
    mentions.flatMap(({ chunk, of }) => (of !== null && /\bnames?$/i.test(chunk.text) ? [of] : [])),
  )
}

function namingFit(
  each: NounCandidate,
  mention: Mention,
  home: string | null,
  { named, ontology }: { readonly named: ReadonlySet<Mention>; readonly ontology: Ontology },
): number {
  const isOfSame = home !== null && namesSame(each, mention, home, ontology)
  const isUnnamed = named.has(mention) && isOnlyLink(each)
  return (saysOwner(each, mention) ? 0.06 : 0) + (isOfSame ? 0.4 : 0) - (isUnnamed ? 0.35 : 0)
}

/** "the names of the skills": rows that only link two things (`has skill`) have no name. */
function isOnlyLink(each: NounCandidate): boolean {
  return (
    each.kind === 'dataset' &&
    each.dataset.isJunction &&
    each.dataset.fields.every(({ role }) => role !== 'name')
  )
}

/** "names of the lamps": prefers `lamp name` over an equally close name. */
function saysOwner(each: NounCandidate, { of, chunk }: Mention): boolean {
  if (each.kind !== 'field' || of === null || !/^names?$/i.test(chunk.text)) return false
  const words = nameWords(of.chunk.text)
  const label = nameWords(each.field.label)
  return words.length > 0 && words.every((word) => label.includes(word))
}

/** "guild ids of the members": the field of the members, not of the guild. */
function asksForKey(each: NounCandidate, { chunk }: Mention, home: string | null): boolean {
  return each.kind === 'field' && each.dataset.name === home && /\b(id|code|number|key)s?$/i.test(chunk.text)
}

/** "the kind with the most lamps" in a dataset of lamps: the kind is a field there. */
function countsItself(condition: ConditionDraft, nouns: Map<Mention, NounCandidate>): number {
  if ((condition.kind !== 'superlative' && condition.kind !== 'quantity') || condition.governor === null)
    return 0
  const noun =
    condition.amount?.noun === null || condition.amount?.noun === undefined
      ? undefined
      : nouns.get(condition.amount.noun)
  const governor = nouns.get(condition.governor)
  if (noun?.kind !== 'dataset' || governor?.kind !== 'dataset' || noun.dataset !== governor.dataset) return 0
  const other = condition.governor.chunk.nouns.find(
    (each) => each.kind === 'field' && each.dataset === governor.dataset && each.score > 0.7,
  )
  if (other === undefined) return 0.25
  nouns.set(condition.governor, other)
  return 0
}

function fitOf(each: NounCandidate, need: Need, mention: Mention): number {
  let fit = 0
  if (each.kind === 'dataset')
    fit += each.dataset.isJunction
      ? mention.role === 'output' || mention.role === 'group'
        ? -0.2
        : -0.06
      : 0.03
  if (each.kind === 'field') {
    if (each.field.isPrimaryKey) fit += 0.03
    if (each.dataset.isJunction) fit -= 0.04
    if (each.saysDataset) fit += 0.02
  }
  switch (need) {
    case 'measure':
    case 'number':
      if (each.kind === 'dataset') return fit - (need === 'number' ? 0.15 : 0.12)
      if (each.kind === 'field')
        return (
          fit +
          (isMeasure(each.field)
            ? 0.12
            : each.field.type === 'number'
              ? 0.05
              : isMoment(each.field)
                ? -0.05
                : -0.3)
        )
      return fit
    case 'moment':
      return (
        fit +
        (each.kind === 'field' && isMoment(each.field)
          ? 0.2
          : each.kind === 'field' && each.field.type === 'number'
            ? 0
            : -0.2)
      )
    case 'property':
      return fit + (each.kind === 'field' ? 0.06 : 0)
    case 'text':
      return fit + (each.kind === 'field' && each.field.type === 'text' ? 0.04 : 0)
    case 'thing':
      return fit + (each.kind === 'dataset' ? 0.05 : 0)
    case null:
      return mention.role === 'group' && each.kind === 'dataset' ? fit + 0.02 : fit
  }
}

function settleValue(
  condition: ConditionDraft,
  candidates: readonly ValueCandidate[],
  nouns: ReadonlyMap<Mention, NounCandidate>,
  anchor: string,
  joinPaths: JoinPaths,
  beside: readonly ConditionDraft[],
): { value: ValueCandidate; fit: number } | null {
  const noun =
    condition.amount?.noun === null || condition.amount?.noun === undefined
      ? undefined
      : nouns.get(condition.amount.noun)
  const governor = condition.governor === null ? undefined : nouns.get(condition.governor)
  const home = governor === undefined || governor.kind === 'metric' ? anchor : governor.dataset.name
  let found: { value: ValueCandidate; fit: number } | null = null
  for (const value of candidates) {
    let fit =
      value.score -
      cost(anchorCosts, joinPaths, anchor, value.dataset) -
      0.6 * cost(ownerCosts, joinPaths, home, value.dataset)
    if (noun?.kind === 'field')
      fit +=
        noun.dataset.name === value.dataset && noun.field.name === value.field
          ? 0.5
          : noun.field.name === value.field
            ? 0
            : -0.4
    if (
      beside.some((each) =>
        each.chunk.values.some((other) => other.dataset === value.dataset && other.field !== value.field),
      )
    )
      fit += 0.3
    if (noun?.kind === 'dataset') fit += noun.dataset.name === value.dataset ? 0.3 : 0
    if (found === null || fit > found.fit) found = { value, fit }
  }
  return found
}
