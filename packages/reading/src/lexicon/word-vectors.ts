import { vectorFile } from './dictionary-file.ts'

interface Vectors {
  readonly rowOf: ReadonlyMap<string, number>
  readonly rows: Int8Array
  readonly lengths: Float64Array
  readonly dimensions: number
}

let loaded: Vectors | undefined

/**
 * How alike the texts are that two words occur in, from -1 to 1. Null where a word is unknown. From GloVe's vectors of the
 * commonest words. It cannot tell a synonym from an opposite or from a sister: `teacher` is as near to `student` as to `tutor`.
 */
export function likeness(one: string, other: string): number | null {
  const { rowOf, rows, lengths, dimensions } = (loaded ??= load())
  const [a, b] = [rowOf.get(one), rowOf.get(other)]
  if (a === undefined || b === undefined) return null
  const [first, second] = [a * dimensions, b * dimensions]
  let sum = 0
  for (let i = 0; i < dimensions; i++) sum += (rows[first + i] ?? 0) * (rows[second + i] ?? 0)
  return sum / ((lengths[a] ?? 1) * (lengths[b] ?? 1))
}

/** Whether the word is among the commonest of English. */
export function isCommonWord(word: string): boolean {
  return (loaded ??= load()).rowOf.has(word)
}

/** The commonest words of English that begin with a letter. */
export function commonWordsFrom(letter: string): readonly string[] {
  byLetter ??= Map.groupBy((loaded ??= load()).rowOf.keys(), (word) => word[0] ?? '')
  return byLetter.get(letter) ?? []
}

let byLetter: ReadonlyMap<string, readonly string[]> | undefined

/** Three numbers (words, dimensions, bytes of the words), the words in lines, and a row of bytes for each. */
function load(): Vectors {
  const file = vectorFile()
  const [count = 0, dimensions = 0, bytes = 0] = [0, 4, 8].map((at) => file.readUInt32LE(at))
  const words = file.toString('latin1', 12, 12 + bytes).split('\n')
  const rows = new Int8Array(file.buffer, file.byteOffset + 12 + bytes, count * dimensions)
  const lengths = Float64Array.from(words, (_, row) =>
    Math.hypot(...rows.subarray(row * dimensions, (row + 1) * dimensions)),
  )
  return { rowOf: new Map(words.map((word, row) => [word, row])), rows, lengths, dimensions }
}
