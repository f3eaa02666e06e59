import type { Dataset, Ontology } from '@quipu/query'

/** The visible datasets: first those that people's metrics and questions use, then the most connected ones. */
export function rankDatasets(ontology: Ontology): readonly Dataset[] {
  const said = [
    ...ontology.metrics.map(({ expression }) => expression),
    ...ontology.verified.map(({ sql }) => sql),
  ].map((text) => text.toLowerCase())
  const links = new Map<string, number>()
  for (const { from, to } of ontology.relationships)
    for (const name of [from, to]) links.set(name, (links.get(name) ?? 0) + 1)
  const scored = ontology.datasets
    .filter(({ isHidden }) => !isHidden)
    .map((dataset) => {
      const uses = said.filter((text) => names(text, dataset)).length
      const connected = dataset.isJunction ? 0 : (links.get(dataset.name) ?? 0)
      return { dataset, score: uses * usesWeigh + connected }
    })
  return scored
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        other.dataset.rows - one.dataset.rows ||
        (one.dataset.name < other.dataset.name ? -1 : 1),
    )
    .map(({ dataset }) => dataset)
}

const usesWeigh = 10

function names(text: string, { name, path }: Dataset): boolean {
  return text.includes(name.toLowerCase()) || text.includes((path.at(-1) ?? name).toLowerCase())
}
