import { stringify } from 'yaml'
import type { ColumnType, Dataset } from '@quipu/query'

/** One dataset as clients read it before they ask. Hidden fields are not in it. */
export function datasetYaml(dataset: Dataset): string {
  const fields = dataset.fields.filter(({ isHidden }) => !isHidden)
  return stringify(
    {
      name: dataset.name,
      description: dataset.description ?? dataset.label,
      source: { table: dataset.source },
      fields: fields.map((field) => ({
        name: field.name,
        type: typeNames[field.type],
        description: field.description ?? field.label,
        source_column: field.column,
      })),
    },
    { lineWidth: 0 },
  )
}

const typeNames: Readonly<Record<ColumnType, string>> = {
  number: 'number',
  text: 'string',
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
  boolean: 'boolean',
  other: 'string',
}
