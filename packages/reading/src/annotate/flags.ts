import type { Ontology } from '@quipu/query'
import { flagsOf, flagValues, type Flag } from '../lexicon/flags.ts'
import { sameStates } from '../lexicon/same-states.ts'
import { otherSpellings } from '../words/spellings.ts'
import type { Token } from '../words/tokens.ts'
import type { ValueCandidate } from './chunk.ts'
import type { ValueSpan } from './values.ts'

const mostWords = 4

/** Finds words that say whether a flag holds: "billable", "unpaid", "in stock", "non-smoking". */
export function findFlags(tokens: readonly Token[], ontology: Ontology): readonly ValueSpan[] {
  const flags = flagsOf(ontology)
  if (flags.length === 0) return []
  return tokens.flatMap((_, from) =>
    Array.from({ length: Math.min(mostWords, tokens.length - from) }, (_, i) => from + i + 1).flatMap(
      (to) => {
        const stretch = tokens.slice(from, to)
        if (stretch.some(({ kind }) => kind !== 'word')) return []
        const candidates = flags.flatMap((flag) => candidateOf(flag, stretch))
        return candidates.length === 0 ? [] : [{ from, to, candidates }]
      },
    ),
  )
}

function candidateOf(flag: Flag, tokens: readonly Token[]): readonly ValueCandidate[] {
  const holds = holdsOf(flag, tokens)
  const values = flagValues(flag.field)
  if (holds === null || values === null) return []
  const value = (holds ? values.yes : values.no) ?? (holds ? 'yes' : 'no')
  return [{ dataset: flag.dataset.name, field: flag.field.name, value: String(value), score: trust, holds }]
}

const trust = 0.98

/** Whether the words say that the flag holds or does not hold. Null when they say neither. */
function holdsOf({ name, words }: Flag, tokens: readonly Token[]): boolean | null {
  const text = tokens.map(({ lower }) => lower.replace(/[^\p{L}\p{N}]/gu, '')).join('')
  const names = new Set([name, `${name}s`, ...otherSpellings(name), ...sameStates(name)])
  if (names.has(text)) return true
  if (opposites.get(name)?.includes(text) === true) return false
  const [first, ...others] = words
  if (first === 'in' && others.length > 0) return text === `outof${others.join('')}` ? false : null
  const denied = /^(?:non|un|in|im|ir|il|dis)(.{4,})$/u.exec(text)?.[1]
  return denied !== undefined && names.has(denied) ? false : null
}

/** What is so where the flag does not hold, in a word of its own. */
const opposites: ReadonlyMap<string, readonly string[]> = new Map([
  ['open', ['closed', 'shut']],
  ['closed', ['open']],
  ['public', ['private']],
  ['private', ['public']],
  ['online', ['offline']],
  ['enabled', ['disabled']],
  ['present', ['absent']],
  ['indoor', ['outdoor', 'outdoors']],
  ['outdoor', ['indoor', 'indoors']],
  ['alive', ['dead', 'deceased']],
])
