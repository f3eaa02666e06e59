import { expect, test } from 'vitest'
import { outcomeWords } from './outcome-words.ts'

const company = (name: string) => ({ type: 'company', name })
const read = { isKnown: false, status: 'done', found: [company('Acme')], total: 1, created: 1, notes: [] }
const nothing = { ...read, found: [], total: 0, created: 0 }

test('[C812] what became of a file is said, and a file that could not be read is not called read', () => {
  expect([
    outcomeWords(read),
    outcomeWords({ ...read, isKnown: true, created: 0 }),
    outcomeWords(nothing),
    outcomeWords({ ...nothing, notes: ['The file is not of a format that can be read.'] }),
    outcomeWords({ ...nothing, status: 'failed' }),
    outcomeWords({ ...nothing, status: 'failed', notes: ['It took too long.'] }),
    outcomeWords({ ...nothing, status: 'needs_ocr' }),
  ]).toEqual([
    'Read: Company Acme.',
    'Read: Company Acme. Known already.',
    'Kept. Nothing was found in it.',
    'Kept. The file is not of a format that can be read.',
    'It is kept, but it could not be read. Drop it again to try once more.',
    'It took too long. Drop it again to try once more.',
    'Kept. The text of the image could not be read.',
  ])
})

test('[C682] of a file with several entities their types are counted, and what was not read is said too', () => {
  const two = { ...read, found: [company('Acme'), company('Beta')], total: 2, created: 2 }
  const note = 'A date was left out.'
  expect([
    outcomeWords(two),
    outcomeWords({ ...two, created: 1, notes: [note] }),
    outcomeWords({ ...two, created: 0 }),
    outcomeWords({ ...two, found: [company('Acme'), { type: 'table_row', name: 'P-1' }] }),
    outcomeWords({ ...two, total: 4000, created: 4000 }),
    outcomeWords({ ...read, status: 'needs_ocr' }),
  ]).toEqual([
    'Read: Company (2).',
    `Read: Company (2). 1 of them new. ${note}`,
    'Read: Company (2). Known already.',
    'Read: Company (1), Table row (1).',
    'Read: Company (4,000).',
    'Read: Company Acme. The text of the image could not be read.',
  ])
})
