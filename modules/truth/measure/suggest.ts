/**
 * How sure suggestions are: each record of a list is compared with those that share a block, as the module does on a
 * write. `node suggest.ts --records FILE.csv --truth FILE.csv`. Counts also for the list without duplicates: the first
 * record of each entity.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { blocksOf } from '../src/resolution/blocks.ts'
import type { ComparedEntity } from '../src/resolution/possible-duplicates.ts'
import { possibleDuplicates } from '../src/resolution/possible-duplicates.ts'

const { values } = parseArgs({ options: { records: { type: 'string' }, truth: { type: 'string' } } })
if (values.records === undefined || values.truth === undefined)
  throw new Error('Name both files: suggest.ts --records FILE.csv --truth FILE.csv')

const rows = (path: string) =>
  // Safe: with `columns` each row is an object of texts.
  parse(readFileSync(path), { columns: true }) as Readonly<Record<string, string>>[]
const truth = new Map(rows(values.truth).map(({ record_id, entity_id }) => [record_id!, entity_id!]))
const records = rows(values.records).map(({ record_id, source: _source, ...fields }): ComparedEntity => {
  const known = Object.entries(fields).filter(([, value]) => value !== '')
  return { entity_id: record_id!, fields: Object.fromEntries(known) }
})
const firsts = [...Map.groupBy(records, ({ entity_id }) => truth.get(entity_id)).values()].map(
  ([one]) => one!,
)
console.log(JSON.stringify({ all: judged(records), withoutDuplicates: judged(firsts) }))

function judged(list: readonly ComparedEntity[]) {
  const index = new Map<string, ComparedEntity[]>()
  for (const one of list)
    for (const block of blocksOf(one.fields)) {
      const known = index.get(block)
      if (known === undefined) index.set(block, [one])
      else known.push(one)
    }
  const pairs = { true: 0, inBlock: 0, suggested: 0, suggestedRight: 0, sure: 0, sureRight: 0 }
  const isSame = (a: string, b: string) => truth.get(a) === truth.get(b)
  for (const entities of Map.groupBy(list, ({ entity_id }) => truth.get(entity_id)).values())
    pairs.true += (entities.length * (entities.length - 1)) / 2
  for (const one of list) {
    const near = new Set(
      blocksOf(one.fields)
        .map((block) => index.get(block)!)
        .filter(({ length }) => length <= 51)
        .flat(),
    )
    for (const { entity_id } of near)
      if (entity_id > one.entity_id && isSame(entity_id, one.entity_id)) pairs.inBlock += 1
    for (const { entity_id, isSure } of possibleDuplicates(one, [...near])) {
      if (entity_id < one.entity_id) continue
      const isRight = isSame(entity_id, one.entity_id)
      pairs.suggested += 1
      if (isRight) pairs.suggestedRight += 1
      if (isSure) pairs.sure += 1
      if (isSure && isRight) pairs.sureRight += 1
    }
  }
  return pairs
}
