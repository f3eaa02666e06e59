import { expect, test } from 'vitest'
import { outcomeWords } from './outcome-words.ts'

test('[C628] what became of a file is said, and a file that could not be read is not called read', () => {
  const read = { isKnown: false, status: 'done', entities: 2, note: undefined }
  expect([
    outcomeWords(read),
    outcomeWords({ ...read, entities: 1 }),
    outcomeWords({ ...read, isKnown: true, entities: 0 }),
    outcomeWords({ ...read, entities: 0 }),
    outcomeWords({ ...read, entities: 0, note: 'The file is not of a format that can be read.' }),
    outcomeWords({ ...read, entities: 0, status: 'failed' }),
    outcomeWords({ ...read, entities: 0, status: 'failed', note: 'It took too long.' }),
    outcomeWords({ ...read, entities: 0, status: 'needs_ocr' }),
  ]).toEqual([
    'Read: 2 new entities.',
    'Read: 1 new entity.',
    'Known already.',
    'Kept. Nothing new was found in it.',
    'Kept. The file is not of a format that can be read.',
    'It is kept, but it could not be read. Drop it again to try once more.',
    'It took too long. Drop it again to try once more.',
    'Kept; the text of the image could not be read.',
  ])
})
