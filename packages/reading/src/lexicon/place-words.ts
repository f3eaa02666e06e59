import type { Dataset } from '@quipu/query'
import { nameFields } from './dataset-fields.ts'
import { nameWords } from './name-words.ts'

/** Words for a place where a business works. */
export const places: ReadonlySet<string> = new Set(
  'branch location place site store shop outlet office salon studio practice clinic garage workshop depot premises venue restaurant pub bar cafe gym school centre center hotel warehouse surgery counter showroom bakery'.split(
    ' ',
  ),
)

/** Whether the rows are places where a business works. */
export function isPlace(dataset: Dataset): boolean {
  const words = nameWords(dataset.label)
  return (
    !dataset.isHidden && words.length === 1 && places.has(words[0] ?? '') && nameFields(dataset).length > 0
  )
}
