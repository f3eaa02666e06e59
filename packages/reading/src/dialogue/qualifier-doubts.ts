import type { Dataset, Ontology } from '@quipu/query'
import { findNumbers } from '../numbers/find-numbers.ts'
import type { Doubt, Effect } from './doubt.ts'
import { datasetOf } from '../restate/fields.ts'
import { datasetAt, fold } from './nouns.ts'
import { qualifiers, type Qualifier } from './qualifiers.ts'
import { barsFor, barWords, lifetimeBars, resolveBar, type Bar } from './thresholds.ts'

export interface QualifierDoubtInput {
  readonly question: string
  readonly ontology: Ontology
  /** The datasets of the reading, its subject first. */
  readonly datasets: readonly string[]
  /** Whether the word already has a meaning in the data (a value, a flag, a synonym). Then it is not vague. */
  readonly isKnown: (phrase: string) => boolean
}

const patterns = qualifiers.map((qualifier) => ({
  qualifier,
  pattern: new RegExp(`\\b(${qualifier.words})\\b`, 'giu'),
}))
const comparing = /\b(?:most|least|more|less|how|as|too|not|than|so)[\s-]+$/i
const barAfter = /(?:>|<|=|over|above|more than|at least|under|below|less than|exceeding|between|of)\s*$/i
const topless = /\b(?:top|leading|best)\s+(?!\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|n)\b)/giu
const sizes = [10, 5]

/** Entry point: finds words such as "high-value" that need a threshold, and "top customers" without a number. */
export function qualifierDoubts(input: QualifierDoubtInput): readonly Doubt[] {
  const found = patterns.flatMap(({ qualifier, pattern }) =>
    [...input.question.matchAll(pattern)].flatMap((match) => qualifierDoubt(input, qualifier, match) ?? []),
  )
  const tops = [...input.question.matchAll(topless)].flatMap((match) => topDoubt(input, match) ?? [])
  const byLabel = new Map([...found, ...tops].map((doubt) => [doubt.asks.label, doubt]))
  return [...byLabel.values()]
}

function qualifierDoubt(
  input: QualifierDoubtInput,
  qualifier: Qualifier,
  match: RegExpExecArray,
): Doubt | null {
  const { question, ontology, isKnown } = input
  const word = match[0].toLowerCase()
  const end = match.index + match[0].length
  if (comparing.test(question.slice(0, match.index)) || /^\s+than\b/i.test(question.slice(end))) return null
  if (isQuoted(question, match.index) || isKnown(word) || saysBar(question, end)) return null
  const about = nounOf(input, match.index, end)
  if (!about || isKnown(`${word} ${about.words}`)) return null
  const bars = barsFor(about.dataset, qualifier, ontology)
  const suggestions = suggest(bars)
  const first = suggestions[0] === undefined ? null : resolveBar(suggestions[0], bars)
  if (first === null || suggestions[0] === undefined) return null
  const name = qualifier === qualifiers[0] ? 'high-value' : word
  return {
    asks: {
      label: `${name.charAt(0).toUpperCase()}${name.slice(1)} threshold`,
      why: 'qualifier',
      question: `How do you define '${word}' ${about.words}?`,
      suggestions,
    },
    setting: qualifier === qualifiers[0] ? 'highValueThreshold' : null,
    weight: 0.8,
    span: { start: match.index, end },
    resolve: (answer) => resolveBar(answer, [...bars, ...lifetimeBars(about.dataset, qualifier, ontology)]),
    otherwise: { effect: first, says: `“${word}” is taken as ${suggestions[0]}.` },
  }
}

/** Suggests the first level of each threshold, then the second levels. */
function suggest(bars: readonly Bar[]): readonly string[] {
  const words = [0, 1].flatMap((index) =>
    bars.flatMap((bar) => (bar.levels[index] === undefined ? [] : [barWords(bar, bar.levels[index])])),
  )
  return words.filter((text) => resolveBar(text, bars) !== null).slice(0, 4)
}

/** The dataset that the word modifies: "large orders", "orders that are large". */
function nounOf(
  { question, ontology, datasets }: QualifierDoubtInput,
  start: number,
  end: number,
): { dataset: Dataset; words: string } | null {
  const after = datasetAt(question.slice(end), ontology)
  if (after) return after
  if (!/\b(?:is|are|was|were|be|been|considered)\s+(?:very\s+)?$/i.test(question.slice(0, start))) return null
  const dataset = datasets[0] === undefined ? null : datasetOf(ontology, datasets[0])
  return dataset && { dataset, words: dataset.label.toLowerCase() }
}

function saysBar(question: string, from: number): boolean {
  return findNumbers(question).some(
    ({ start }) => start >= from && barAfter.test(question.slice(from, start)),
  )
}

function isQuoted(question: string, at: number): boolean {
  return (question.slice(0, at).match(/["“”]/gu)?.length ?? 0) % 2 === 1
}

function topDoubt(
  { question, ontology, isKnown }: QualifierDoubtInput,
  match: RegExpExecArray,
): Doubt | null {
  const from = match.index + match[0].length
  const about = datasetAt(question.slice(from), ontology)
  const rest = about && question.slice(from + about.words.length)
  if (!about || rest === null || /\bby\b|\bwith\b|\bin terms\b/i.test(rest) || isKnown(match[0].trim()))
    return null
  // "top customer" means one; only the plural leaves the number open.
  if (fold(about.words) === about.words.toLowerCase()) return null
  const valued: Qualifier = { words: '', fits: qualifiers[0]?.fits ?? null, direction: 'high' }
  const counted: Qualifier = { words: '', fits: /(?!)/, direction: 'high', counts: true }
  const bars = [...barsFor(about.dataset, valued, ontology), ...barsFor(about.dataset, counted, ontology)]
  const suggestions = bars
    .slice(0, 2)
    .flatMap(({ label }) => sizes.map((size) => `Top ${size} by ${label.toLowerCase()}`))
  const first = suggestions[0] === undefined ? null : resolveTop(suggestions[0], bars)
  if (!first) return null
  return {
    asks: {
      label: `Top ${about.words.toLowerCase()}`,
      why: 'qualifier',
      question: `How many top ${about.words}, and by what?`,
      suggestions: suggestions.slice(0, 4),
    },
    setting: null,
    weight: 0.7,
    span: { start: match.index, end: from + about.words.length },
    resolve: (answer) => resolveTop(answer, bars),
    otherwise: {
      effect: first,
      says: `“top ${about.words}” is taken as the ${suggestions[0]?.toLowerCase()}.`,
    },
  }
}

/** "Top 5 by lifetime value", "10". */
function resolveTop(answer: string, bars: readonly Bar[]): Effect | null {
  const [number, ...others] = findNumbers(answer)
  if (!number || others.length > 0 || !Number.isInteger(number.value) || number.value < 1) return null
  const by = /\bby\s+(.+)$/iu.exec(answer)?.[1]
  const bar = by === undefined ? bars[0] : bars.find(({ label }) => fold(label) === fold(by))
  return bar ? { kind: 'top', limit: number.value, by: bar.rank, words: answer.trim() } : null
}
