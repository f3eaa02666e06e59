/** What is said when no event was found: nothing at all, or nothing yet, because the search stopped at a time. */
export function searchedWords(searchedTo: string | undefined): string {
  if (searchedTo === undefined) return 'Nothing happened that these filters show'
  const day = new Date(searchedTo).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return `Nothing that these filters show, back to ${day}`
}
