import { tradeWordsFile } from './dictionary-file.ts'

/** `n` noun, `v` verb, `a` adjective or state, `p` other phrase. */
export type TradeKind = 'n' | 'v' | 'a' | 'p'

/** What people say in everyday and trade talk, and what data may call it, best first. */
export interface TradeWord {
  readonly kind: TradeKind
  readonly written: readonly string[]
}

/** Words of the longest phrase that the lexicon has. */
export const longestTradePhrase = 4

let loaded: ReadonlyMap<string, readonly TradeWord[]> | undefined

/** The entries for a word or phrase in base form. */
export function tradeWords(said: string): readonly TradeWord[] {
  return (loaded ??= load()).get(said) ?? none
}

const none: readonly TradeWord[] = []

/** Lines of three parts between tabs: what is said, its kind, what data calls it. */
function load(): ReadonlyMap<string, readonly TradeWord[]> {
  const entries = new Map<string, TradeWord[]>()
  for (const line of tradeWordsFile().split('\n')) {
    const [said, kind, written] = line.split('\t')
    if (said === undefined || written === undefined || !isKind(kind)) continue
    const entry: TradeWord = { kind, written: written.split('|') }
    const known = entries.get(said)
    if (known === undefined) entries.set(said, [entry])
    else known.push(entry)
  }
  return entries
}

function isKind(text: string | undefined): text is TradeKind {
  return text === 'n' || text === 'v' || text === 'a' || text === 'p'
}
