/**
 * Text from a database without invisible characters: those could hide instructions or reverse the order of the text
 * on the screen.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replaceAll(/\p{C}|[\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5/gu, '')
    .replaceAll(/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu, '')
}

export function visibleOrNull(text: string | null): string | null {
  return text === null ? null : visibleText(text)
}

/** Visible text, escaped so that markdown shows it literally within a line or a table cell. */
export function markdownText(text: string, most = 80): string {
  return cutText(visibleText(text).trim(), most)
    .replaceAll(/[\\`*_[\]#|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('://', String.raw`\://`)
}

/** Cuts text to at most this many characters, as people count them. An ellipsis is the last character of text that was cut. */
export function cutText(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** Capitalizes the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
