/** A question in small letters, without the mark at its end, with one kind of apostrophe and single blanks: what patterns are tried on. */
export function inSmallLetters(question: string): string {
  return question
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[?.!\s]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The same in the letters that were typed, where names and values are read from it. */
export function inOneLine(question: string): string {
  return question
    .trim()
    .replaceAll(/[?.!\s]+$/g, '')
    .replaceAll(/\s+/g, ' ')
}
