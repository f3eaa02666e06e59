import { parseArgs } from 'node:util'
import { readWithTesseract } from '../src/interpretation/tesseract.ts'
import { extractFolder } from '../src/interpretation/extract-folder.ts'

const { values } = parseArgs({
  options: { dir: { type: 'string' }, out: { type: 'string' }, ocr: { type: 'boolean' } },
})
if (values.dir === undefined || values.out === undefined) {
  console.error('usage: extract.ts --dir DIR --out FILE.jsonl [--ocr]')
  process.exit(2)
}
const { files } = await extractFolder(values.dir, values.out, values.ocr ? readWithTesseract : undefined)
console.log(`${files} files`)
