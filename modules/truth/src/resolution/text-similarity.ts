/** One spelling of a text: case, accents, HTML entities, punctuation and control characters removed. */
export function normalText(text: string): string {
  const bounded = text.slice(0, longestText)
  // The same for less: nothing else can occur in such a text.
  if (isPlain.test(bounded))
    return bounded
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return bounded
    .replace(/&#(\d{2,6});/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&(?:amp|quot|apos|lt|gt|nbsp);/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** ASCII without the sign that begins an HTML entity. */
const isPlain = /^[\0-%'-\x7f]*$/

/**
 * Edits between two texts: insertions, deletions, replacements, swapped neighbours. `limit + 1` if there are more, or
 * if a text has more than 64 characters.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0
  let [end, otherEnd] = [a.length, b.length]
  if (Math.abs(end - otherEnd) > limit || end > longestWord || otherEnd > longestWord) return limit + 1
  let start = 0
  while (start < end && start < otherEnd && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  while (end > start && otherEnd > start && a.charCodeAt(end - 1) === b.charCodeAt(otherEnd - 1)) {
    end -= 1
    otherEnd -= 1
  }
  return end === start || otherEnd === start
    ? Math.min(Math.max(end, otherEnd) - start, limit + 1)
    : editsWithin(a.slice(start, end), b.slice(start, otherEnd), limit)
}

/** Fills a table row by row, only where fewer than `limit` edits are possible. */
function editsWithin(a: string, b: string, limit: number): number {
  const [n, m] = [a.length, b.length]
  const far = limit + 1
  let [before, above, row] = [rows[0]!, rows[1]!, rows[2]!]
  for (let j = 0; j <= m; j += 1) above[j] = j
  for (let i = 1; i <= n; i += 1) {
    const from = Math.max(1, i - limit)
    const to = Math.min(m, i + limit)
    row[from - 1] = from === 1 ? i : far
    let least = row[from - 1]!
    const code = a.charCodeAt(i - 1)
    for (let j = from; j <= to; j += 1) {
      const other = b.charCodeAt(j - 1)
      let edits = above[j - 1]! + (code === other ? 0 : 1)
      if (j < i + limit && above[j]! + 1 < edits) edits = above[j]! + 1
      if (row[j - 1]! + 1 < edits) edits = row[j - 1]! + 1
      const isSwap = i > 1 && j > 1 && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (isSwap && before[j - 2]! + 1 < edits) edits = before[j - 2]! + 1
      row[j] = edits
      if (edits < least) least = edits
    }
    if (least > limit) return far
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(above[m]!, far)
}

/** Longer texts are compared by their words. */
const longestWord = 64
const rows = Array.from({ length: 3 }, () => new Int32Array(longestWord + 1))

/** Jaro–Winkler similarity from 0 to 1: letters in common near the same place, with a bonus for a common beginning. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1
  const [n, m] = [a.length, b.length]
  if (n === 0 || m === 0) return 0
  const reach = Math.max(0, Math.floor(Math.max(n, m) / 2) - 1)
  const taken = new Uint8Array(m)
  const matched: number[] = []
  for (let i = 0; i < n; i += 1) {
    const code = a.charCodeAt(i)
    for (let j = Math.max(0, i - reach); j < Math.min(m, i + reach + 1); j += 1) {
      if (taken[j] === 1 || b.charCodeAt(j) !== code) continue
      taken[j] = 1
      matched.push(code)
      break
    }
  }
  const count = matched.length
  if (count === 0) return 0
  let swaps = 0
  for (let j = 0, at = 0; j < m; j += 1) {
    if (taken[j] === 0) continue
    if (b.charCodeAt(j) !== matched[at]) swaps += 1
    at += 1
  }
  const jaro = (count / n + count / m + (count - swaps / 2) / count) / 3
  let prefix = 0
  while (prefix < 4 && prefix < n && prefix < m && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** Soundex: the first letter and three digits for the consonants after it. Empty if the word does not begin with a Latin letter. */
export function soundex(word: string): string {
  const first = word.charCodeAt(0) - 97
  if (!(first >= 0 && first < 26)) return ''
  let code = word[0]!
  let last = sounds[first]
  for (let at = 1; at < word.length && code.length < 4; at += 1) {
    const letter = word.charCodeAt(at) - 97
    if (!(letter >= 0 && letter < 26)) continue
    const sound = sounds[letter]
    if (sound === '-') continue
    if (sound !== '0' && sound !== last) code += sound
    last = sound
  }
  return code.padEnd(4, '0')
}

/** Vowels are 0 and separate two equal sounds; h and w (-) do not. */
const sounds = '01230120022455012623010202'.replace(/./g, (digit, at: number) =>
  at === 7 || at === 22 ? '-' : digit,
)

/** Which letters and digits occur, one bit each: two texts with few common bits are very different. */
export function letterSet(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const place = code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6)
    bits |= 1 << place
  }
  return bits
}

export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Characters after this position are ignored. */
const longestText = 2_000

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
