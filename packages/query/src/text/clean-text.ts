/**
 * Text that came out of a database, without characters that people cannot see: they can hide instructions or turn
 * the order of what is shown.
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

/** Visible text that markdown takes as nothing but text, within a line or a table cell. */
export function markdownText(text: string, most = 80): string {
  return cutText(visibleText(text).trim(), most)
    .replaceAll(/[\\`*_[\]#|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('://', String.raw`\://`)
}

/** At most so many characters as people count them, the last one an ellipsis when something is left out. */
export function cutText(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** With a capital at its beginning, as a sentence has it. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
