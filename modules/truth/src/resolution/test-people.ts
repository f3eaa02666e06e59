import type { ListedRecord } from './resolve-records.ts'

/** People, each with a misspelt second record, the same in every run. `truth` has the person of each record. */
export function peopleWithDuplicates(count: number): {
  readonly records: readonly ListedRecord[]
  readonly truth: ReadonlyMap<string, number>
} {
  const random = randomNumbers(7)
  const pick = (list: readonly string[]) => list[Math.floor(random() ** 2 * list.length)]!
  const records: ListedRecord[] = []
  const truth = new Map<string, number>()
  const add = (person: number, fields: Readonly<Record<string, string>>) => {
    const id = `r${(person * 7_919 + records.length * 104_729) % 1_000_003}`
    truth.set(id, person)
    records.push({
      id,
      fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, [value]])),
    })
  }
  for (let person = 0; person < count; person += 1) {
    const year = 1930 + Math.floor(random() * 80)
    const [month, day] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)]
    const fields = {
      first: pick(firstNames),
      last: pick(syllables) + pick(syllables) + pick(endings),
      born: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      town: pick(towns),
      street: `${1 + Math.floor(random() * 90)} ${pick(syllables)}${pick(endings)} road`,
    }
    add(person, fields)
    const [name, value] = Object.entries(fields)[Math.floor(random() * 5)]!
    const at = 1 + Math.floor(random() * (value.length - 2))
    add(person, { ...fields, [name]: value.slice(0, at) + value[at + 1] + value[at] + value.slice(at + 2) })
  }
  return { records, truth }
}

export function pairwiseScore(
  clusters: readonly { readonly ids: readonly string[] }[],
  truth: ReadonlyMap<string, number>,
): { readonly precision: number; readonly recall: number } {
  const pairs = clusters.flatMap(({ ids }) =>
    ids.flatMap((a, at) => ids.slice(at + 1).map((b) => [a, b] as const)),
  )
  const right = pairs.filter(([a, b]) => truth.get(a) === truth.get(b)).length
  const persons = new Set(truth.values()).size
  return { precision: pairs.length === 0 ? 1 : right / pairs.length, recall: right / persons }
}

function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const firstNames =
  'ann bert cleo dirk edna fritz gina hugo ines jack kira lars mona nils olga paul rita sven tina uwe'.split(
    ' ',
  )
const syllables = 'bar del fen gor hal kin lam mor nel pol rad sil tor vin wes zor'.split(' ')
const endings = 'berg dale field ham ley man ner ster ton wick wood worth'.split(' ')
const towns = 'Northport Eastleigh Westbury Southmoor Midford Lakeview'.split(' ')
