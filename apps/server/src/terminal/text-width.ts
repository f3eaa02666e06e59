/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += columnsOf(character)
  return width
}

/** Padded with blanks, or cut with an ellipsis, to exactly this many columns. */
export function fitted(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const cut = widthOf(text) > columns ? shortened(text, columns) : text
  const blanks = ' '.repeat(Math.max(0, columns - widthOf(cut)))
  return align === 'left' ? cut + blanks : blanks + cut
}

/** Text of whatever origin as one line that does nothing to a terminal. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

function shortened(text: string, columns: number): string {
  let kept = ''
  let width = 0
  for (const character of text) {
    width += columnsOf(character)
    if (width > columns - 1) break
    kept += character
  }
  return columns > 0 ? `${kept}…` : ''
}

function columnsOf(character: string): number {
  if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) return 0
  return /\p{Extended_Pictographic}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\uFF01-\uFF60]/u.test(
    character,
  ) && character > '\u00FF'
    ? 2
    : 1
}
