import type { TimeUnit } from '@quipu/query'
import { rule, type Meaning, type Rule } from './rule.ts'

const adverbs: Readonly<Record<string, TimeUnit>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
  annual: 'year',
}
const letters: Readonly<Record<string, TimeUnit>> = {
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
}
const each =
  '(?:by|per|each|every|for each|for every|in each|in every|on each|across|grouped by|group by|split by|over the)'
const extremes = 'most|highest|largest|greatest|biggest|best|fewest|least|lowest|smallest|worst'

/** Words that split a result by time, and words that compare each period with the one before. */
export const grainRules: readonly Rule[] = [
  rule(`(?:on an? )?(?<adverb>${Object.keys(adverbs).join('|')})(?: basis)?`, (g) =>
    grain(adverbs[g['adverb'] ?? '']!, adverbTrust(g)),
  ),
  rule(`${each} (?:calendar )?{unit}s?`, (g) => grain(unitOf(g), 1)),
  rule(`${each} (?<dated>date)(?! of)`, () => grain('day', 0.6)),
  rule('(?:in |on |during )?(?:which|what) {unit}s?', (g) => grain(unitOf(g), 0.7)),
  rule(`(?:the )?{unit}(?= (?:with|having|that had) (?:the )?(?:${extremes}))`, (g) => grain(unitOf(g), 0.9)),
  rule('(?<unit>day|week|month|quarter|year) (?:by|after) \\k<unit>', (g) => grain(unitOf(g), 1)),
  rule('(?<unit>day|week|month|quarter|year) (?:over|on|to|versus|vs) \\k<unit>', (g) => step(unitOf(g))),
  rule('(?<letter>[dwmqy])o\\k<letter>', (g) => step(letters[g['letter'] ?? '']!)),
]

type Groups = Parameters<Rule['read']>[0]

function unitOf(groups: Groups): TimeUnit {
  // Safe: the pattern matches only names of units.
  return groups['unit'] as TimeUnit
}

/** "Annual" is often part of a name, as in annual revenue. */
function adverbTrust(groups: Groups): number {
  return groups['adverb'] === 'annual' ? 0.6 : 0.95
}

function grain(unit: TimeUnit, confidence: number): Meaning {
  return { kind: 'grain', range: null, unit, confidence, says: `per ${unit}` }
}

function step(unit: TimeUnit): Meaning {
  return { kind: 'grain', range: null, unit, comparison: 'step', says: `against the ${unit} before` }
}
