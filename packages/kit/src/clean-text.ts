/** One line of text as people see it: no control or invisible characters, no line breaks, trimmed. */
export function cleanLine(text: string): string {
  return withoutInvisible(text.replace(lineBreaksAndTabs, ' ')).trim()
}

/** Like `cleanLine`, but line breaks and tabs stay. */
export function cleanText(text: string): string {
  return withoutInvisible(text.replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')).trim()
}

const lineBreaksAndTabs = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

// Joiners that shape a script or an emoji, and the selectors that give an emoji its colour, are visible and stay.
const shaping =
  /(?<=[\p{L}\p{M}\p{Emoji}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|(?<=\p{Emoji})[\uFE0E\uFE0F]/u
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]|(?![\n\t])\p{Cc}/u
const shapingOrInvisible = new RegExp(`${shaping.source}|(${invisible.source})`, 'gu')

function withoutInvisible(text: string): string {
  return text
    .toWellFormed()
    .replace(shapingOrInvisible, (found, unseen: string | undefined) => (unseen === undefined ? found : ''))
}
