/** The value of each spelling: `Wholesale` for `WHOLESALE` and `wholesale`, if it is not rare. */
export function foldSpellings(counts: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const folds = new Map<string, string>()
  // Each value occurs once: the column may be a key that depends on case.
  if ([...counts.values()].every((count) => count === 1)) return folds
  const known = new Set([...counts.keys()].map(foldedText))
  // `01 Northgate` is `Northgate`, if both are there.
  const sameAs = (text: string): string => {
    const folded = foldedText(text)
    const bare = folded.replace(/^\d{1,3}[ .:-]+(?=\p{L})/u, '')
    return known.has(bare) ? bare : folded
  }
  for (const texts of Map.groupBy(counts.keys(), sameAs).values()) {
    if (texts.length < 2) continue
    const countOf = (text: string) => counts.get(text) ?? 0
    const most = Math.max(...texts.map(countOf))
    const plain = texts.filter((text) => foldedText(text) === sameAs(text))
    const [best] = plain
      .filter((text) => plain.length < texts.length || countOf(text) >= most / 2)
      .toSorted((one, other) => grade(other) - grade(one) || countOf(other) - countOf(one))
    if (best === undefined) continue
    for (const text of texts)
      if (text !== best && (isSpellingOf(text, best) || foldedText(text) !== foldedText(best)))
        folds.set(text, best)
  }
  return folds
}

function foldedText(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
  // `No-show` and `no_show` are `No show`.
  const worded = plain.replace(/(?<=\p{L})[-_](?=\p{L})/gu, ' ')
  return worded.replace(doubled, '$1l$2').replace(ours, '$1or$2')
}

/** British and American spellings of one word: `Cancelled` and `Canceled`, `Colour` and `Color`. */
const doubled = /\b(cance|trave|labe|mode|tota|fue|counse|signa|dia)ll(ed|ing|er|ers|ation)\b/gu
const ours = /\b(col|fav|lab|hon|harb|neighb|flav|behavi)our(s|ed|ing|ite|hood)?\b/gu

/** Codes such as `aB3x` and `Ab3X` differ only by case and mean different things. */
function isSpellingOf(one: string, other: string): boolean {
  const bare = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()
  return bare(one) === bare(other) || caseOf(one) !== 'mixed' || caseOf(other) !== 'mixed'
}

function caseOf(text: string): 'upper' | 'lower' | 'title' | 'mixed' {
  if (text === text.toLowerCase()) return 'lower'
  if (text === text.toUpperCase()) return 'upper'
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => /^\p{N}*\p{Lu}?\p{Ll}*\p{N}*$/u.test(word)) ? 'title' : 'mixed'
}

function grade(text: string): number {
  return { title: 3, mixed: 2, upper: 1, lower: 0 }[caseOf(text)]
}
