const maxLength = 80
const farMoreThanShown = 4_000

/**
 * A name that somebody else chose, made safe for our own sentences: one line, no invisible characters, 80 characters.
 */
export function displayName(text: string): string {
  const characters = Array.from(visible(text.slice(0, farMoreThanShown)))
  if (characters.length === 0) return 'Unnamed app'
  if (characters.length <= maxLength) return characters.join('')
  const start = characters.slice(0, maxLength - 1).join('')
  return `${start.trimEnd()}…`
}

/**
 * Without characters that are invisible or change the direction of text. Never shortened: the end of a host name shows
 * whose it is.
 */
export function visible(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u2800]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/ +/g, ' ')
    .trim()
}
