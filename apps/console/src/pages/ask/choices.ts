import type { AnswerOf } from '../../api/answers.ts'

export type Ontology = AnswerOf<'/api/data-agent/ontologies/{ontology_id}'>

/** An expression that can be used in a query, with its label. */
export interface Choice {
  /** The expression as JSON, for a select. */
  readonly value: string
  readonly title: string
  /** Its dataset. */
  readonly group: string
}

const mostChoices = 600

export function measureChoices({ metrics, datasets }: Ontology): readonly Choice[] {
  const found: Choice[] = metrics.map(({ name, label }) => choice(name, label, 'Metrics'))
  for (const { name, label, fields, is_hidden: isHidden } of datasets) {
    if (isHidden) continue
    found.push(choice({ count: name }, `number of ${label}`, label))
    for (const field of fields)
      if (!field.is_hidden && field.role === 'measure') {
        const full = `${name}.${field.name}`
        found.push(choice({ sum: full }, `sum of ${field.label}`, label))
        found.push(choice({ avg: full }, `average of ${field.label}`, label))
      }
  }
  return found.slice(0, mostChoices)
}

export function groupChoices({ datasets }: Ontology): readonly Choice[] {
  const found: Choice[] = []
  for (const { name, label, fields, is_hidden: isHidden } of datasets) {
    if (isHidden) continue
    for (const field of fields) {
      if (field.is_hidden) continue
      const full = `${name}.${field.name}`
      if (field.role === 'time')
        for (const period of ['month', 'quarter', 'year', 'week', 'day'])
          found.push(choice({ [period]: full }, `${period} of ${field.label}`, label))
      else if (field.role === 'dimension' || field.role === 'name' || field.role === 'flag')
        found.push(choice(full, field.label, label))
    }
  }
  return found.slice(0, mostChoices)
}

export function filterChoices({ datasets }: Ontology): readonly Choice[] {
  return datasets
    .filter(({ is_hidden: isHidden }) => !isHidden)
    .flatMap(({ name, label, fields }) =>
      fields
        .filter((field) => !field.is_hidden && field.role !== 'time')
        .map((field) => choice(`${name}.${field.name}`, field.label, label)),
    )
    .slice(0, mostChoices)
}

export function timeChoices({ datasets }: Ontology): readonly Choice[] {
  return datasets.flatMap(({ name, label, fields, is_hidden: isHidden }) =>
    fields
      .filter((field) => !isHidden && !field.is_hidden && field.role === 'time')
      .map((field) => choice(`${name}.${field.name}`, field.label, label)),
  )
}

/** The label of a field, dataset or metric of a query. */
export function labeller({ metrics, datasets }: Ontology): (name: string) => string {
  const labels = new Map(metrics.map(({ name, label }) => [name, label]))
  for (const { name, label, fields } of datasets) {
    labels.set(name, label)
    for (const field of fields) labels.set(`${name}.${field.name}`, `${field.label} (${label})`)
  }
  return (name) => labels.get(name) ?? name
}

/** Suggested questions: verified ones, then some that fit every ontology of this shape. */
export function starters(ontology: Ontology): readonly string[] {
  const { metrics, datasets, relationships, overlay } = ontology
  const shown = datasets.filter(({ is_hidden: isHidden }) => !isHidden)
  const referring = new Set(relationships.map(({ from }) => from))
  const hasName = ({ fields }: (typeof shown)[number]) => fields.some(({ role }) => role === 'name')
  // People group by datasets that others refer to and that refer to nothing, such as categories and regions.
  const groups = shown.filter((dataset) => hasName(dataset) && !referring.has(dataset.name))
  const made = [
    ...metrics.slice(0, 2).map(({ label }) => `${label.toLowerCase()} by month`),
    ...(metrics[0] === undefined ? [] : groups.slice(0, 2)).map(
      ({ label }) => `top 5 ${label.toLowerCase()} by ${metrics[0]?.label.toLowerCase()}`,
    ),
    ...(metrics.length === 0 ? totals(shown) : []),
    ...shown.slice(0, 3).map(({ label }) => `how many ${label.toLowerCase()} are there`),
  ]
  return [...new Set([...(overlay.verified ?? []).map(({ question }) => question), ...made])].slice(0, 6)
}

/** Without metrics: the first measure of the first dataset that has one, by each of its dimensions and over time. */
function totals(datasets: Ontology['datasets']): readonly string[] {
  const fields = datasets
    .map((dataset) => dataset.fields.filter((field) => !field.is_hidden))
    .find((all) => all.some(({ role }) => role === 'measure'))
  const measure = fields?.find(({ role }) => role === 'measure')
  if (fields === undefined || measure === undefined) return []
  const total = `total ${measure.label.toLowerCase()}`
  const dimensions = fields.filter(({ role }) => role === 'dimension' || role === 'name').slice(0, 2)
  return [
    ...dimensions.map(({ label }) => `${total} by ${label.toLowerCase()}`),
    ...(fields.some(({ role }) => role === 'time') ? [`${total} by month`] : []),
  ]
}

function choice(expression: unknown, title: string, group: string): Choice {
  return { value: JSON.stringify(expression), title, group }
}
