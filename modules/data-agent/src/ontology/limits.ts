/** How long a YAML document may be, and how often it may refer to another place in itself. */
export const documentLimits = { characters: 2_000_000, aliases: 100 }

/** What work that one person sends, and that runs beside everyone's, may take of the machine. */
export const apartLimits = { milliseconds: 30_000, memoryMb: 256 }

/** In what people add to an ontology, of all kinds together. Each is looked at whenever it is loaded or shown. */
export const mostEntries = 10_000
