export type Search = Readonly<Record<string, string>>

/** Every value is a text, as people read it in the address. The last of several with one name counts. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Values that are empty or missing are left out, so that the same view has one address. */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
