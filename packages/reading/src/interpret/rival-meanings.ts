import type { Ontology } from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'
import type { Mention } from '../grammar/draft.ts'
import { isMeasure, isMoment } from '../lexicon/dataset-fields.ts'
import type { Resolution } from './resolve.ts'
import { joinPathsOf } from './join-paths.ts'

type FieldCandidate = Extract<NounCandidate, { kind: 'field' }>

/** A name that matches in full has no rival. Below the floor, neither name is close enough. */
const [surely, floor, tie] = [0.96, 0.6, 0.01]
const mostRivals = 3

/** The best resolution, with one noun given another meaning that fits as well: revenue as gross or net amount. */
export function rivalMeanings(best: Resolution, ontology: Ontology): readonly Resolution[] {
  const rivals = [...best.nouns].flatMap(([mention, noun]) => {
    if (noun.kind !== 'field') return []
    const ties = mention.chunk.nouns.filter(
      (other): other is FieldCandidate =>
        other.kind === 'field' && other.field !== noun.field && Math.abs(other.score - noun.score) <= tie,
    )
    return ties
      .filter((other) => isOtherAmount(noun, other) || isOtherOwner(mention, noun, other, best, ontology))
      .map((other) => ({ mention, other }))
  })
  const one = rivals.slice(0, mostRivals).map((each) => [each])
  const two = one.flatMap(([a], i) =>
    one
      .slice(i + 1)
      .flatMap(([b]) => (a !== undefined && b !== undefined && a.mention !== b.mention ? [[a, b]] : [])),
  )
  return [...one, ...two].map((swaps): Resolution => ({
    ...best,
    nouns: new Map([...best.nouns, ...swaps.map(({ mention, other }) => [mention, other] as const)]),
  }))
}

/** Two amounts of the same rows, neither of them named in full. */
function isOtherAmount(noun: FieldCandidate, other: FieldCandidate): boolean {
  if (noun.score >= surely || noun.score < floor || noun.dataset !== other.dataset) return false
  return [noun.field, other.field].every((one) => isMeasure(one) && !isMoment(one))
}

/** The same property of two things that each row belongs to, neither of which the question names: the region of the buyer or of the shop. */
function isOtherOwner(
  mention: Mention,
  noun: FieldCandidate,
  other: FieldCandidate,
  best: Resolution,
  ontology: Ontology,
): boolean {
  if (
    noun.field.label !== other.field.label ||
    noun.field.role !== 'dimension' ||
    mention.role !== 'group' ||
    mention.of !== null
  )
    return false
  const named = [...best.nouns].flatMap(([each, one]) =>
    each === mention || one.kind === 'metric' ? [] : [one.dataset],
  )
  if (named.includes(noun.dataset) || named.includes(other.dataset)) return false
  const from = named[0]?.name ?? best.anchor
  const [mine, theirs] = [noun, other].map(({ dataset }) => joinPathsOf(ontology).between(from, dataset.name))
  return mine?.toOne === true && theirs?.toOne === true && mine.length === theirs.length && mine.length > 0
}
