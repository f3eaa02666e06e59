/** Limits of a YAML document: its length and its number of aliases. */
export const documentLimits = { characters: 2_000_000, aliases: 100 }

/** Limits of time and memory for work that one person sends. */
export const apartLimits = { milliseconds: 30_000, memoryMb: 256 }

/** The number of entries in the overlay of an ontology, of all kinds together. All are read whenever it is loaded or shown. */
export const mostEntries = 10_000
