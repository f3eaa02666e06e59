import { read, utils } from '@e965/xlsx'
import type { WorkerTask } from '@quipu/kit'
import type { Refusal } from '../ontology/run-apart.ts'

export interface Sheet {
  readonly name: string
  readonly csv: string
}

/** Every sheet of a workbook that holds something, as CSV. Its first row has the headings. */
export const run: WorkerTask = (bytes): readonly Sheet[] | Refusal => {
  try {
    // As `Uploads` gives it.
    const book = read(bytes as Uint8Array, {
      type: 'array',
      cellFormula: false,
      cellHTML: false,
      cellDates: false,
    })
    return book.SheetNames.flatMap((name) => {
      const sheet = book.Sheets[name]
      if (sheet === undefined) return []
      const csv = utils.sheet_to_csv(sheet, {
        rawNumbers: true,
        dateNF: 'yyyy-mm-dd',
        blankrows: false,
        strip: true,
      })
      return csv.trim() === '' ? [] : [{ name, csv }]
    })
  } catch {
    return { refusal: 'The workbook is broken or protected; save it anew, or as CSV, and send that' }
  }
}
