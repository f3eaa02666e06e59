/**
 * Finds the records of a CSV file that mean the same and writes `record_id,entity_id`.
 * `node resolve.ts --records FILE.csv --out FILE.csv [--automatic]`; with `--automatic` only the automatic merges.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { resolveCsv } from '../src/resolution/resolve-csv.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    out: { type: 'string' },
    automatic: { type: 'boolean', default: false },
  },
})
if (values.records === undefined || values.out === undefined)
  throw new Error('Name both files: resolve.ts --records FILE.csv --out FILE.csv')

const startedAt = performance.now()
const sureOnly = values.automatic
writeFileSync(values.out, resolveCsv(readFileSync(values.records, 'utf8'), { sureOnly }))
process.stdout.write(`${values.out} in ${Math.round(performance.now() - startedAt)} ms\n`)
