import { singularLabel, type Dataset, type Metric, type Ontology } from '@quipu/query'

interface Named {
  readonly name: string
  readonly label: string
  readonly synonyms: readonly string[]
}

/** Things by their names: as written, then by name or label without regard to case, then by synonym. */
class Names<Thing extends Named> {
  readonly #tiers = [new Map<string, Thing[]>(), new Map<string, Thing[]>(), new Map<string, Thing[]>()]
  readonly all: readonly Thing[]

  constructor(things: readonly Thing[]) {
    this.all = things
    const [exact, folded, synonyms] = this.#tiers
    for (const thing of things) {
      add(exact, thing.name, thing)
      for (const name of [thing.name, thing.label, singularLabel(thing.label)]) add(folded, fold(name), thing)
      for (const synonym of thing.synonyms) add(synonyms, fold(synonym), thing)
    }
  }

  /** All things of the first tier that knows the name. */
  find(name: string): readonly Thing[] {
    for (const [tier, known] of this.#tiers.entries()) {
      const found = known.get(tier === 0 ? name : fold(name))
      if (found !== undefined) return found
    }
    return []
  }
}

export interface NameIndex {
  readonly datasets: Names<Dataset>
  readonly metrics: Names<Metric>
  readonly fields: ReadonlyMap<string, Names<Dataset['fields'][number]>>
}

const indexes = new WeakMap<Ontology, NameIndex>()

/** The visible names of an ontology. */
export function nameIndexOf(ontology: Ontology): NameIndex {
  const known = indexes.get(ontology)
  if (known !== undefined) return known
  const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
  const index: NameIndex = {
    datasets: new Names(shown),
    metrics: new Names(ontology.metrics),
    fields: new Map(
      shown.map(({ name, fields }) => [name, new Names(fields.filter(({ isHidden }) => !isHidden))]),
    ),
  }
  indexes.set(ontology, index)
  return index
}

/** Case, underscores, hyphens and repeated blanks make no difference. */
export function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

function add<Thing>(tier: Map<string, Thing[]> | undefined, name: string, thing: Thing): void {
  const known = tier?.get(name)
  if (known === undefined) tier?.set(name, [thing])
  else if (!known.includes(thing)) known.push(thing)
}
