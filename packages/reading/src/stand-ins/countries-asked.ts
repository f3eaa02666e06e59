import type { Ontology } from '@quipu/query'
import { otherWritings } from '../annotate/value-synonyms.ts'
import { pertainsTo } from '../lexicon/wordnet.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "Germany", "german" and "Dutch" where the countries of the data are codes of two letters: `DE`, `NL`. */
export function countriesAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const fields = ontology.datasets.flatMap(({ name: dataset, isHidden, fields: own }) =>
    isHidden
      ? []
      : own
          .filter(
            ({ isHidden: isSecret, label, sample }) =>
              !isSecret &&
              /\b(?:country|nation|nationality)\b/i.test(label) &&
              sample.length > 0 &&
              sample.every((value) => /^[A-Z]{2}$/i.test(value)),
          )
          .map(({ name: field }) => ({ dataset, field })),
  )
  if (fields.length === 0) return []
  const isOfCountry = ({ dataset, field }: { dataset: string; field: string }): boolean =>
    fields.some((one) => one.dataset === dataset && one.field === field)
  const codeOf = (said: string): string | null => {
    if (ontology.values.exact(said).length > 0) return null
    const names = [said, ...otherWritings(said), ...pertainsTo(said)]
    const codes = names.flatMap((name) => isoCodes().get(plain(name)) ?? [])
    return codes.flatMap((code) => ontology.values.exact(code)).find(isOfCountry)?.value ?? null
  }
  return tokens.flatMap(({ kind }, from): readonly StandIn[] => {
    if (kind !== 'word') return []
    for (let to = Math.min(tokens.length, from + mostWords); to > from; to--) {
      const words = tokens.slice(from, to).map(({ text }) => text)
      const code = words.join('').length < 4 ? null : codeOf(words.join(' ').toLowerCase())
      if (code !== null) return [{ from, to, name: `"${code}"`, changesNumbers: false }]
    }
    return []
  })
}

/** "Bosnia and Herzegovina" */
const mostWords = 3

let known: ReadonlyMap<string, readonly string[]> | undefined

/** The codes of ISO 3166 by the English names of the countries. Some names have a former code too. */
function isoCodes(): ReadonlyMap<string, readonly string[]> {
  known ??= readCodes()
  return known
}

function readCodes(): ReadonlyMap<string, readonly string[]> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
  const codes = new Map<string, string[]>()
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const name = plain(names.of(code) ?? '')
    codes.set(name, [...(codes.get(name) ?? []), code])
  }
  codes.delete('')
  return codes
}

function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('&', 'and').toLowerCase()
}
