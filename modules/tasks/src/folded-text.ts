/** What search compares. Folded here and not by the database, whose idea of case depends on its locale. */
export function fold(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return lower.normalize('NFKC').replace(/\s+/g, ' ')
}

/** What titles are sorted by: without accents, so that ä stands beside a and not behind z. */
export function sortText(title: string): string {
  return fold(title)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
}

/** Characters as a person counts them: an emoji outside the basic plane is one, not two. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
