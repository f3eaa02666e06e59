import type { Column, Value } from './column.ts'
import type { FieldKind } from './field-kind.ts'
import type { Table } from './table.ts'
import { soundex } from './text-similarity.ts'

/** Pairs of entries, the smaller number first. */
export interface Pairs {
  readonly left: Int32Array
  readonly right: Int32Array
}

/**
 * Pairs that are worth a comparison: entries that share rare keys. A key that more than `commonKey` entries share is
 * not enough alone and counts only together with another. Each entry keeps its best partners, so the number of pairs
 * grows with the number of entries and not with its square.
 */
export function candidatePairs(table: Table): Pairs {
  const index = indexOf(table)
  const keep = Math.max(8, Math.min(partnersPerEntry, Math.floor(mostPairs / Math.max(1, table.size))))
  const partners = bestPartners(table, index, keep)
  const left: number[] = []
  const right: number[] = []
  partners.forEach((list, a) => {
    for (const b of list) {
      if (a > b && partners[b]!.includes(a)) continue
      left.push(Math.min(a, b))
      right.push(Math.max(a, b))
    }
  })
  return { left: Int32Array.from(left), right: Int32Array.from(right) }
}

const commonKey = 50
const partnersPerEntry = 30
const mostPairs = 2_000_000
const compoundKeys = 6

interface Index {
  /** For each key the entries that have it. */
  readonly entries: readonly (readonly number[])[]
  /** For each entry its keys. */
  readonly keys: readonly (readonly number[])[]
}

function indexOf({ size, columns }: Table): Index {
  const numbers = new Map<string, number>()
  const entries: number[][] = []
  const keys: number[][] = Array.from({ length: size }, () => [])
  const add = (entry: number, key: string) => {
    let number = numbers.get(key)
    if (number === undefined) {
      number = entries.length
      numbers.set(key, number)
      entries.push([])
    }
    entries[number]!.push(entry)
    keys[entry]!.push(number)
  }
  const strong: Set<number>[] = keys.map(() => new Set<number>())
  columns.forEach((column, at) => {
    const keysOfValue = column.values.map((value) => valueKeys(column, value))
    column.valueOf.forEach((value, entry) => {
      if (value === -1) return
      for (const key of keysOfValue[value]!) add(entry, `${at}${key}`)
      strong[entry]!.add(numbers.get(`${at}${keysOfValue[value]![0]!}`)!)
    })
  })
  for (let entry = 0; entry < size; entry += 1) {
    const common = [...strong[entry]!].filter((key) => entries[key]!.length > commonKey)
    const rarest = common.toSorted((x, y) => entries[x]!.length - entries[y]!.length || x - y)
    const chosen = rarest.slice(0, compoundKeys).toSorted((x, y) => x - y)
    chosen.forEach((x, n) => {
      for (const y of chosen.slice(n + 1)) add(entry, `&${x}&${y}`)
    })
  }
  return { entries, keys }
}

function bestPartners({ size, sides }: Table, index: Index, keep: number): readonly (readonly number[])[] {
  const scores = new Float64Array(size)
  return index.keys.map((keys, entry) => {
    const met: number[] = []
    for (const key of keys) {
      const entries = index.entries[key]!
      if (entries.length > commonKey) continue
      const rarity = Math.log(1 + size / entries.length)
      for (const other of entries) {
        if (other === entry || (sides !== undefined && sides[other] === sides[entry])) continue
        if (scores[other] === 0) met.push(other)
        scores[other]! += rarity
      }
    }
    const best =
      met.length <= keep ? met : met.toSorted((x, y) => scores[y]! - scores[x]! || x - y).slice(0, keep)
    for (const other of met) scores[other] = 0
    return best
  })
}

/** The first key is the value itself. */
function valueKeys({ kind }: Column, value: Value): readonly string[] {
  const all = [value, ...value.others]
  return [
    ...new Set([`=${value.compact}`, ...all.flatMap((one) => [`=${one.compact}`, ...keyMakers[kind](one)])]),
  ]
}

const keyMakers: Readonly<Record<FieldKind, (value: Value) => readonly string[]>> = {
  name: ({ compact, tokens }) => [
    ...tokens.flatMap(({ word }) => {
      const sound = soundex(word)
      return sound === '' ? [] : [`~${sound}`]
    }),
    `^${compact.slice(0, 5)}`,
    ...grams(compact.slice(0, 40)),
  ],
  text: ({ tokens }) => tokens.slice(0, 60).flatMap(({ word }) => [`w${word}`, `^${word.slice(0, 6)}`]),
  date: ({ day }) =>
    day === undefined
      ? []
      : [
          `m${day.slice(0, 6)}`,
          `d${day.slice(4)}`,
          `y${day.slice(0, 4)}.${day.slice(6)}`,
          `s${day.slice(0, 4)}${[day.slice(4, 6), day.slice(6)].toSorted().join('')}`,
        ],
  number: ({ number }) => (number === undefined ? [] : [`n${Math.round(number)}`]),
  code: ({ compact }) => (compact.length < 5 ? [] : halves(compact)),
  phone: ({ compact }) => [`p${compact.slice(-7)}`, ...halves(compact)],
  email: ({ compact }) => {
    const [local = '', domain = ''] = compact.split('@')
    return [`l${local}`, `d${domain}`, ...grams(local.slice(0, 24))]
  },
}

function halves(code: string): readonly string[] {
  const middle = Math.ceil(code.length / 2)
  return [`a${code.slice(0, middle)}`, `z${code.slice(middle)}`]
}

function grams(text: string): readonly string[] {
  const padded = `^${text}$`
  return Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => `g${padded.slice(at, at + 3)}`)
}
