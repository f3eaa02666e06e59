/** A long text with its end cut off. A pair that makes one character is never cut in two: no store takes a half. */
export function cutText(text: string, most = 200): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
