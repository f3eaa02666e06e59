import type { Ontology } from '@quipu/query'
import { goodsNamed } from '../business/goods.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import { coveredBy, type Open, type ValuePart } from './cell.ts'

/** Words that mean nothing else: parts of values, such as "orchids" in Orchid White. */
export function addParts(
  tokens: readonly Token[],
  ontology: Ontology,
  spans: ReadonlyMap<string, Open>,
  span: (from: number, to: number) => Open,
): void {
  const covered = coveredBy(spans, tokens)
  const found = tokens.map((token) => (covered.has(token) ? [] : partsOf(token, ontology)))
  tokens.forEach((token, from) => {
    const parts = found[from] ?? []
    if (parts.length === 0) return
    const beside = [tokens[from - 1], tokens[from + 1]].filter((next) => next !== undefined)
    const cell = span(from, from + 1)
    const kinds = kindsCalled(token, parts, ontology)
    if (kinds.length > 0) {
      cell.values = kinds
      cell.worth = 0.9
      return
    }
    cell.parts = together(parts, token, beside)
    cell.worth = 0.6
  })
}

/** "students" for the role `student`, "drink" for the category `Drinks`: the whole value in the other number, where it is a kind of rows. */
function kindsCalled(
  { lower }: Token,
  parts: readonly ValuePart[],
  { datasets }: Ontology,
): readonly ValueCandidate[] {
  return parts.flatMap(({ dataset, field, values }) => {
    const own = datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)
    const value = values.find((one) => singular(one.toLowerCase()) === singular(lower))
    const isKind = own !== undefined && own.statistics.distinct <= mostKinds
    return isKind && value !== undefined ? [{ dataset, field, value, score: 0.9 }] : []
  })
}

const mostKinds = 30

/** The values of each field that have this word among others. */
export function partsOf(token: Token, ontology: Ontology): readonly ValuePart[] {
  if (!isNaming(token)) return []
  const near = token.forms
    .flatMap((form) => ontology.values.near(form, mostValues))
    .filter(({ value, field }) => holds(value, token) && !isFileName(field))
  const byField = Map.groupBy(near, ({ dataset, field }) => JSON.stringify([dataset, field]))
  const parts = [...byField.values()].flatMap((all) => {
    const [first] = all
    const text =
      token.forms.find((form) => all.some(({ value }) => value.toLowerCase().includes(form))) ?? token.lower
    const values = [...new Set(all.map(({ value }) => value))]
    return first === undefined ? [] : [{ dataset: first.dataset, field: first.field, text, values }]
  })
  // A café called Blue Coffee does not make "coffee" a part of its name, where coffee may be what is sold.
  const goods = goodsNamed(token.lower, ontology)
  const isOther = goods !== null && parts.every(({ dataset }) => dataset !== goods.name)
  // "the vets" beside `vet_bills` are not the one clinic called Vet North.
  const isNamed = ontology.datasets.some(({ label, isHidden }) =>
    isHidden ? false : nameWords(label).some((word) => token.forms.includes(word)),
  )
  return isOther || isNamed ? [] : kindsFirst(parts, token, ontology)
}

/** "candles" are all of the range Beeswax candles, and not only what has the word in its own name. */
function kindsFirst(
  parts: readonly ValuePart[],
  { forms, lower }: Token,
  { datasets, relationships }: Ontology,
): readonly ValuePart[] {
  const kinds = parts.filter(({ dataset, field, values }) => {
    const rows = datasets.find(({ name }) => name === dataset)
    const own = rows?.fields.find(({ name }) => name === field)
    if (rows === undefined || own === undefined || own.role === 'name' || isPeople(rows)) return false
    return (
      own.statistics.distinct * 2 <= rows.rows &&
      relationships.some(({ to }) => to === dataset) &&
      values.every((value) => [lower, ...forms].includes(nameWords(value).at(-1) ?? ''))
    )
  })
  return kinds.length === 0 ? parts : kinds
}

/** As many values as a word may be part of. */
const mostValues = 60

/** A word, or what names often have: "A4", "18mm". */
function isNaming({ kind, lower }: Token): boolean {
  const isMixed = /\p{L}/u.test(lower) && /\d/.test(lower) && lower.length > 1
  return (kind === 'word' && lower.length >= 4) || (kind !== 'quoted' && isMixed)
}

function holds(value: string, { forms, lower }: Token): boolean {
  return value
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => forms.includes(word) || word === lower)
}

/** Of "goat milk", both words are meant where one value has both. */
function together(parts: readonly ValuePart[], token: Token, beside: readonly Token[]): readonly ValuePart[] {
  const both = parts.filter(({ values }) =>
    values.some((value) => beside.some((next) => next !== token && isNaming(next) && holds(value, next))),
  )
  return both.length > 0 ? both : parts
}

/** Names of files say nothing about what is in them. */
function isFileName(field: string): boolean {
  return /^(?:source |read from )?file(?: name)?$/i.test(field)
}
