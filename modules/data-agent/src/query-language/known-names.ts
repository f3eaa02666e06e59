import type { Dataset, Field, Metric, Ontology } from '@quipu/query'
import { fold } from '../ontology/fold.ts'

/** What the names in a query may mean. It decides about forms only; the reader judges each name itself. */
export class KnownNames {
  readonly ontology: Ontology
  readonly #datasets: readonly Dataset[]
  readonly #fields: ReadonlySet<string>

  constructor(ontology: Ontology) {
    this.ontology = ontology
    this.#datasets = ontology.datasets.filter(({ isHidden }) => !isHidden)
    this.#fields = new Set(
      this.#datasets.flatMap((dataset) =>
        fieldsOf(dataset).flatMap(({ name, label }) => [fold(name), fold(label)]),
      ),
    )
  }

  dataset(text: unknown): Dataset | undefined {
    if (typeof text !== 'string') return undefined
    return (
      this.#datasets.find(({ name }) => name === text) ?? this.#datasets.find((one) => isNamed(one, text))
    )
  }

  metric(text: unknown): Metric | undefined {
    if (typeof text !== 'string') return undefined
    return this.ontology.metrics.find((one) => isNamed(one, text))
  }

  /** `city` of the subject, or `customers.city`. */
  field(text: unknown, subject: unknown): { readonly dataset: Dataset; readonly field: Field } | undefined {
    if (typeof text !== 'string') return undefined
    const dot = text.lastIndexOf('.')
    const dataset = this.dataset(dot > 0 ? text.slice(0, dot) : subject)
    const field =
      dataset && fieldsOf(dataset).find((one) => isNamed(one, dot > 0 ? text.slice(dot + 1) : text))
    return dataset && field && { dataset, field }
  }

  /** Some dataset has a field of this name: `city` or `customers.city`. */
  isField(text: string): boolean {
    return this.#fields.has(fold(text)) || (text.includes('.') && this.field(text, undefined) !== undefined)
  }

  /** Any field, dataset or metric has this name. */
  isTaken(text: string): boolean {
    return this.#fields.has(fold(text)) || this.metric(text) !== undefined || this.dataset(text) !== undefined
  }
}

export function fieldsOf({ fields }: Dataset): readonly Field[] {
  return fields.filter(({ isHidden }) => !isHidden)
}

function isNamed(
  {
    name,
    label,
    synonyms,
  }: { readonly name: string; readonly label: string; readonly synonyms: readonly string[] },
  text: string,
): boolean {
  const wanted = fold(text)
  return [name, label, ...synonyms].some((one) => fold(one) === wanted)
}
