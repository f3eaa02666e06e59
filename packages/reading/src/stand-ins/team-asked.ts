import type { Ontology } from '@quipu/query'
import { staffOf } from '../frames/measured.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "who in the team", "which of our people", "our team": those who work here, where the data has no team of its own. */
export function teamAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const staff = staffOf(ontology)
  if (staff === null) return []
  const lower = tokens.map((token) => token.lower)
  // Who did nothing is read as a whole.
  if (lower.some((word) => /^(?:not|never|nobody|without)$|n't$/.test(word))) return []
  const own = new Set(ontology.datasets.flatMap(({ label, isHidden }) => (isHidden ? [] : nameWords(label))))
  return lower.flatMap((word, from): readonly StandIn[] => {
    const [next = '', after = '', last = ''] = lower.slice(from + 1)
    const isGroup = team.has(last) && !own.has(last) && /^(?:the|our|my)$/.test(after)
    if (/^(?:who|anyone|someone|which)$/.test(word) && /^(?:in|on|from|of)$/.test(next) && isGroup)
      return [{ from, to: from + 4, name: `which ${staff.label}`, changesNumbers: false }]
    // "which of our people", but not "how many of our people in Hull".
    if (word === 'which' && next === 'of' && after === 'our' && last === 'people')
      return [{ from, to: from + 4, name: `which ${staff.label}`, changesNumbers: true }]
    // "how many people are in our team"
    if (!/^(?:people|persons|members)$/.test(word)) return []
    const at = lower.findIndex((one, i) => i > from && i < from + 6 && /^(?:in|on)$/.test(one))
    const named = lower[at + 2] ?? ''
    if (at < 0 || !/^(?:the|our)$/.test(lower[at + 1] ?? '') || !team.has(named) || own.has(named)) return []
    return [
      { from, to: from + 1, name: staff.label, changesNumbers: false },
      { from: at, to: at + 3, name: 'currently', changesNumbers: false },
    ]
  })
}

const team: ReadonlySet<string> = new Set(['team', 'crew', 'staff', 'workforce'])
