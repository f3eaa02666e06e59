/** Equal for texts that differ only in case, accents, punctuation and spaces: `São-Paulo ` and `sao paulo`. */
export function fold(text: string): string {
  if (plain.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(apostrophes, '')
    .replace(separators, ' ')
    .replace(letters, (letter) => spelled[letter] ?? letter)
    .trim()
}

/** Already folded: the most common case when questions are looked up word by word. */
const plain = /^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/
const marks = /\p{M}+/gu
const apostrophes = /['’ʼ`´]/gu
const separators = /[^\p{L}\p{N}+#%&]+/gu
/** Letters that cannot be decomposed into a base and an accent. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
const letters = /[ßæœøđðłþı]/gu
