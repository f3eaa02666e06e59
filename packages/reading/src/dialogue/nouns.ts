import type { Dataset, Field, Ontology } from '@quipu/query'

/** Lower case, single blanks, no plural endings: enough to recognise a name. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map(singular)
    .join(' ')
}

/** The dataset named at the start of a text. The longest name wins. */
export function datasetAt(
  text: string,
  ontology: Ontology,
): { readonly dataset: Dataset; readonly words: string } | null {
  const words = text
    .trim()
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter(Boolean)
  for (const count of [3, 2, 1]) {
    const phrase = words.slice(0, count).join(' ')
    const dataset =
      words.length >= count &&
      ontology.datasets.find((one) => !one.isHidden && namesOf(one).includes(fold(phrase)))
    if (dataset) return { dataset, words: phrase }
  }
  return null
}

export function namesOf(thing: Pick<Dataset | Field, 'name' | 'label' | 'synonyms'>): readonly string[] {
  return [thing.label, thing.name, ...thing.synonyms].map(fold)
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ches|shes|xes|sses|zes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
