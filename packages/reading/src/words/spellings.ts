const pairs: readonly (readonly [RegExp, string])[] = [
  [/isation/, 'ization'],
  [/ization/, 'isation'],
  [/ise$/, 'ize'],
  [/ize$/, 'ise'],
  [/our$/, 'or'],
  [/([^aeiou])or$/, '$1our'],
  [/tre$/, 'ter'],
  [/ter$/, 'tre'],
  [/ogue$/, 'og'],
  [/og$/, 'ogue'],
  [/lment$/, 'llment'],
  [/llment$/, 'lment'],
  [/ence$/, 'ense'],
  [/ense$/, 'ence'],
  [/amme$/, 'am'],
  [/am$/, 'amme'],
]

/** The British and American spelling of the same word. */
export function otherSpellings(word: string): readonly string[] {
  return word.length < 5
    ? []
    : pairs.flatMap(([pattern, other]) => (pattern.test(word) ? [word.replace(pattern, other)] : []))
}
