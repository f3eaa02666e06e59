import type { Dataset } from '@quipu/query'

/** What lists kept by hand mean by a question word at the head of a column. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  why: ['reason'],
  who: ['person'],
  where: ['place'],
  when: ['date'],
  how: ['method'],
}

/** `Why` is a reason, where no other column of the list is called so. */
export function withQuestionHeaders(datasets: readonly Dataset[]): Dataset[] {
  return datasets.map((dataset) => {
    const known = new Set(dataset.fields.flatMap(({ label, synonyms }) => [label, ...synonyms]))
    const fields = dataset.fields.map((field) => {
      const added = (meanings[field.label] ?? []).filter((word) => !known.has(word))
      return added.length === 0 ? field : { ...field, synonyms: [...field.synonyms, ...added] }
    })
    return { ...dataset, fields }
  })
}
