import type { Ontology } from '@quipu/query'
import type { Presence } from '../business/presence.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'

const letting = '(?:hire|rent|rental|loan|lease)'
const forms: readonly { readonly words: RegExp; readonly presence: Presence }[] = [
  {
    words: new RegExp(
      `^(?:out|(?:out )?on ${letting}|(?:hired|rented|lent|loaned|leased|let|checked) out|(?:out )?with (?:a |our |the )?(?:customers?|clients?|hirers?|borrowers?))$`,
    ),
    presence: 'out',
  },
  { words: /^(?:in|at) (?:the|our) \p{L}+$/u, presence: 'in' },
  { words: /^(?:with us|in[ -]house|on site|checked in)$/, presence: 'in' },
]
const longest = 4

/** "how many bikes are out on hire", "which cars are in the workshop": where things are now. */
export function addPresence(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach(({ lower }, before) => {
    // Only the present tense says where things are now.
    if (!/^(?:is|are|still|currently)$/.test(lower)) return
    const from = before + 1
    for (let to = Math.min(tokens.length, from + longest); to > from; to--) {
      const words = tokens.slice(from, to)
      const phrase = words.map((word) => word.lower).join(' ')
      const form = forms.find((one) => one.words.test(phrase))
      const last = words.at(-1)
      const isEnd = tokens
        .slice(to)
        .every(
          ({ kind, lower: word }) => kind === 'punctuation' || /^(?:currently|now|today|still)$/.test(word),
        )
      if (form === undefined || last === undefined || !isEnd) continue
      // "In the cellar" may be a place that the data knows.
      if (form.presence === 'in' && words.length === 3 && isOfData(last, ontology)) return
      const cell = span(from, to)
      cell.role = { does: 'state', state: form.presence }
      cell.values = []
      cell.nouns = []
      cell.worth = Math.max(cell.worth, (to - from) * 1.35)
      return
    }
  })
}

function isOfData({ lower, forms: all }: Token, { datasets, values }: Ontology): boolean {
  return (
    values.exact(lower).length > 0 ||
    datasets.some(
      ({ label, fields, isHidden }) =>
        !isHidden &&
        [label, ...fields.map((field) => field.label)].some((name) =>
          nameWords(name).some((word) => all.includes(word)),
        ),
    )
  )
}
