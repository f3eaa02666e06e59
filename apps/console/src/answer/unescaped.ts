const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** What the server escapes for Markdown, as the text that it was: `M\\_1 &amp; Co` is M_1 & Co. */
export function unescaped(text: string): string {
  return text
    .replace(/\\([\\`*_{}[\]()<>#+\-.!|~:])/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)
}
