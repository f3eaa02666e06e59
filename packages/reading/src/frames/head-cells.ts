import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { coveredBy, type Open } from './cell.ts'
import { isMoneyField } from './bare-amounts.ts'

type Span = (from: number, to: number) => Open

/** "by method" for the `pay method` of sales: the last word of a name, where nothing else has it. */
export function addFieldHeads(
  tokens: readonly Token[],
  ontology: Ontology,
  spans: ReadonlyMap<string, Open>,
  span: Span,
): void {
  // A span that was looked at and means nothing covers nothing.
  const covered = coveredBy(new Map([...spans].filter(([, { worth }]) => worth > 0)), tokens)
  tokens.forEach((token, from) => {
    if (token.kind !== 'word' || token.lower.length < 3 || covered.has(token)) return
    const found = ontology.datasets.flatMap((dataset) =>
      dataset.isHidden
        ? []
        : visible(dataset)
            .filter((field) => isKindCalled(field, dataset, token))
            .map((field) => ({ dataset, field })),
    )
    // "without a rep": one field alone has the word. After "by" there may be several to choose from.
    const isOnly = found.length === 1 && found[0]?.field.role !== 'identifier'
    if (found.length === 0 || (!isOnly && !isDividing(tokens, from))) return
    const score = isOnly ? 0.9 : 0.86
    const cell = span(from, from + 1)
    cell.nouns = found.map((one) => ({ kind: 'field', ...one, score, saysDataset: false }))
    cell.worth = Math.max(cell.worth, score)
  })
}

function isDividing(tokens: readonly Token[], at: number): boolean {
  return /^(?:by|per|each|every|which)$/.test(tokens[at - 1]?.lower ?? '')
}

function isKindCalled(field: Field, { rows }: Dataset, { forms, lower }: Token): boolean {
  const words = nameWords(field.label)
  // "suppliers" for the `supplier name` of bills.
  const last = words.at(words.at(-1) === 'name' ? -2 : -1) ?? ''
  const isKind =
    field.type === 'text' && field.role !== 'identifier' && field.statistics.distinct * 2 <= Math.max(rows, 2)
  return words.length > 1 && isKind && !isMoment(field) && (last === lower || forms.includes(last))
}

/** "freight costs", "delivery income" for the amounts `freight` and `delivery`: the noun says only that they are money. */
export function addMoneyNouns(tokens: readonly Token[], spans: ReadonlyMap<string, Open>, span: Span): void {
  for (const { to, from, nouns, worth } of spans.values()) {
    const next = tokens[to]
    const [best] = nouns
    if (next === undefined || !moneyNoun.test(next.lower) || best?.kind !== 'field' || best.score < 0.97)
      continue
    if (!isMeasure(best.field) || !isMoneyField(best.field)) continue
    const cell = span(from, to + 1)
    if (cell.nouns.length > 0 || cell.metric !== null || cell.role !== null) continue
    cell.nouns = nouns.filter((noun) => noun.kind === 'field' && noun.score >= best.score - 0.02)
    cell.worth = worth + 1.3
  }
}

const moneyNoun = /^(?:costs?|charges?|fees?|income|revenues?|takings|earnings|expenses?|amounts?|money)$/
