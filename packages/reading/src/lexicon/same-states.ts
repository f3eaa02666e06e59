/** Words for one state of a document or a booking: nobody knows by heart which of them the data uses. */
const groups: readonly (readonly string[])[] = [
  ['cancelled', 'canceled', 'void', 'voided', 'annulled', 'called off', 'withdrawn'],
]

/** What a state may be called in the data, other than by this word. */
export function sameStates(word: string): readonly string[] {
  const group = groups.find((one) => one.includes(word))
  return group === undefined ? [] : group.filter((each) => each !== word)
}

/** The same for what is over, before the name of the rows alone: "finished jobs", and not "jobs finished this year". */
export function overStates(word: string): readonly string[] {
  return over.includes(word) ? over.filter((each) => each !== word) : []
}

const over = 'finished completed complete done closed'.split(' ')

/** Short codes that mean a state where a field is called a status, and something else elsewhere. */
const codes: ReadonlyMap<string, readonly string[]> = new Map([
  ['cancelled', ['can', 'cnl', 'cnx', 'cld', 'x', 'xx']],
])

export function stateCodes(word: string): readonly string[] {
  return codes.get(word) ?? []
}

export function isStatusName(label: string): boolean {
  return /\b(?:status|state|stage)\b/i.test(label)
}
