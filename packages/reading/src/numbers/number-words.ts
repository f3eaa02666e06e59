/** Names of whole numbers with their values, and patterns that match them in lower-case text. */
const ones = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ordinalOnes = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
]
const ordinalTens = [
  'twentieth',
  'thirtieth',
  'fortieth',
  'fiftieth',
  'sixtieth',
  'seventieth',
  'eightieth',
  'ninetieth',
]

export const cardinals: ReadonlyMap<string, number> = new Map([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
])

export const ordinals: ReadonlyMap<string, number> = new Map([
  ...ordinalOnes.map((word, index): [string, number] => [word, index + 1]),
  ...ordinalTens.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['hundredth', 100],
  ['thousandth', 1000],
])

export const multipliers: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['dozen', 12],
  ['dozens', 12],
  ['k', 1e3],
  ['thousand', 1e3],
  ['grand', 1e3],
  ['m', 1e6],
  ['mm', 1e6],
  ['mn', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['millions', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['billions', 1e9],
  ['tn', 1e12],
  ['trillion', 1e12],
])

/** 1 to 99 in digits or words, and the loose "a couple of", "a few", "several". */
export const smallCount =
  `\\d{1,4}|(?:${tens.join('|')})(?:[\\s-]+(?:${ones.slice(1, 10).join('|')}))?|${ones.slice(1).toReversed().join('|')}` +
  `|(?:a[\\s-]+)?couple(?:[\\s-]+of)?|(?:a[\\s-]+)?few|several|(?:a[\\s-]+)?dozen|an?`

/** The value of what `smallCount` matched. */
export function smallCountOf(words: string): { readonly value: number; readonly isLoose: boolean } {
  if (/^\d+$/.test(words)) return { value: Number(words), isLoose: false }
  if (words.includes('couple')) return { value: 2, isLoose: true }
  if (/few|several/.test(words)) return { value: 3, isLoose: true }
  if (words.includes('dozen')) return { value: 12, isLoose: false }
  if (words === 'a' || words === 'an') return { value: 1, isLoose: false }
  const value = words.split(/[\s-]+/).reduce((sum, word) => sum + (cardinals.get(word) ?? 0), 0)
  return { value, isLoose: false }
}
