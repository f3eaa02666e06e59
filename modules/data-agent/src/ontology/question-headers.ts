import type { Dataset } from '@quipu/query'

/** What lists kept by hand mean by a question word at the head of a column. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['why', 'reason'],
  ['who', 'person'],
  ['where', 'place'],
  ['when', 'date'],
  ['how', 'method'],
])

/** `Why` is a reason, where no other column of the list is called so. */
export function withQuestionHeaders(datasets: readonly Dataset[]): Dataset[] {
  return datasets.map((dataset) => {
    const known = new Set(dataset.fields.flatMap(({ label, synonyms }) => [label, ...synonyms]))
    const fields = dataset.fields.map((field) => {
      const added = meanings.get(field.label)
      return added === undefined || known.has(added)
        ? field
        : { ...field, synonyms: [...field.synonyms, added] }
    })
    return { ...dataset, fields }
  })
}
