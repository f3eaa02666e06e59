export type Search = Readonly<Record<string, string>>

/** Every value is a text, as in the address. Of several values with one name the last one counts. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Leaves out empty and missing values, so that the same view has one address. */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
