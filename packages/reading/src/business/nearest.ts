import type { Dataset, Field, Ontology } from '@quipu/query'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import { joinPathsOf } from '../interpret/join-paths.ts'

/** How far a dataset is from another. Infinity where nothing joins them. A join to many rows counts more. */
export function distance(from: string, to: string, ontology: Ontology): number {
  const path = joinPathsOf(ontology).between(from, to)
  return path === null ? Infinity : path.length + (path.toOne ? 0 : 1.5)
}

export function reachesOne(from: string, to: string, ontology: Ontology): boolean {
  return joinPathsOf(ontology).between(from, to)?.toOne === true
}

interface Placed {
  readonly dataset: string
  readonly weight: number
}

/** The candidate nearest to a dataset. Null when there is none, or two of different datasets are as near. */
function nearest<One extends Placed>(
  candidates: readonly One[],
  home: string,
  ontology: Ontology,
  known: ReadonlySet<string>,
): One | null {
  const ranked = candidates
    .map((one) => ({
      one,
      far: known.has(one.dataset) ? -1 : distance(home, one.dataset, ontology) - one.weight,
    }))
    .filter(({ far }) => far < Infinity)
    .toSorted((a, b) => a.far - b.far)
  const [first, second] = ranked
  if (first === undefined) return null
  const isTie =
    second !== undefined && second.far - first.far < 0.05 && second.one.dataset !== first.one.dataset
  return isTie ? null : first.one
}

export interface FieldPlace {
  readonly dataset: Dataset
  readonly field: Field
}

/** The field that a noun means beside a dataset. `known` are datasets that the question names already. */
export function nearestField(
  nouns: readonly NounCandidate[],
  home: string,
  ontology: Ontology,
  known: ReadonlySet<string>,
): FieldPlace | null {
  const fields = nouns.flatMap((noun) => (noun.kind === 'field' ? [noun] : []))
  const top = Math.max(0, ...fields.map(({ score }) => score))
  const near = fields
    .filter(({ score }) => score >= top - 0.05)
    .map((noun) => ({ noun, dataset: noun.dataset.name, weight: noun.saysDataset ? 3 : 0 }))
  const found = nearest(near, home, ontology, known)
  return found === null ? null : { dataset: found.noun.dataset, field: found.noun.field }
}

/** The value that words mean beside a dataset. Names come before other texts. */
export function nearestValue(
  values: readonly ValueCandidate[],
  home: string,
  ontology: Ontology,
  known: ReadonlySet<string>,
): ValueCandidate | null {
  const near = values.map((value) => {
    const field = ontology.datasets
      .find(({ name }) => name === value.dataset)
      ?.fields.find(({ name }) => name === value.field)
    return { value, dataset: value.dataset, weight: (field?.role === 'name' ? 0.6 : 0) + value.score / 10 }
  })
  return nearest(near, home, ontology, known)?.value ?? null
}
