import type { ColumnType, Dataset } from '@quipu/query'
import { visibleText } from '@quipu/query'
import { stringify } from 'yaml'

/** One dataset as clients read it before they ask. Hidden fields are not in it. */
export function datasetYaml(dataset: Dataset): string {
  const fields = dataset.fields.filter(({ isHidden }) => !isHidden)
  return stringify(
    {
      name: visibleText(dataset.name),
      description: visibleText(dataset.description ?? dataset.label),
      source: { table: visibleText(dataset.source) },
      fields: fields.map((field) => ({
        name: visibleText(field.name),
        type: typeNames[field.type],
        description: visibleText(field.description ?? field.label),
        source_column: visibleText(field.column),
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
