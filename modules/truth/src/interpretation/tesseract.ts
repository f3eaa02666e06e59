import { spawn } from 'node:child_process'
import type { PlacedText } from './statement/boxes.ts'
import type { ImageLayout, ImageReader, ImageText } from './statement/interpretation.ts'

/** Reads an image with Debian's tesseract, if it is on the path. Nothing is written to disk. */
export const readWithTesseract: ImageReader = (bytes, _, layout) =>
  new Promise((resolve, reject) => {
    const program = spawn('/bin/sh', ['-c', commandFor(layout)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
      // Without the server's environment, which contains secrets.
      env: { PATH: process.env['PATH'], OMP_THREAD_LIMIT: '1' },
    })
    const parts: Buffer[] = []
    let size = 0
    program.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > mostBytes) program.kill('SIGKILL')
      else parts.push(part)
    })
    program.on('error', reject)
    program.stdin.on('error', () => {})
    program.on('close', (code) => {
      if (code === 0) resolve(textOfWords(Buffer.concat(parts).toString('utf8')))
      else reject(new Error('tesseract could not read the image'))
    })
    program.stdin.end(bytes)
  })

/** A small image file can unpack to more memory than the machine has: 2 GB are enough for what people photograph. */
function commandFor(layout: ImageLayout): string {
  const installed = `tesseract --list-langs 2>/dev/null | grep -xE '${languages}' | paste -sd+ -`
  return `ulimit -v 2097152; l=$(${installed}); exec tesseract stdin stdout -l "\${l:-eng}" --psm ${layout === 'page' ? 3 : 6} tsv`
}

/** Those in which documents are read, as far as they are installed. */
const languages = 'eng|deu|fra|nld|spa|ita'
const mostBytes = 16 * 1024 * 1024

/**
 * Its table of words as the text that it would give itself: words of a line with blanks between them, an empty line
 * between paragraphs.
 */
export function textOfWords(table: string): ImageText {
  const placed: PlacedText[] = []
  let text = ''
  let page = [0, 0]
  let [paragraph, line] = ['', '']
  for (const row of table.split('\n')) {
    const [level, number, block, ofBlock, ofParagraph, , ...rest] = row.split('\t')
    const [left = 0, top = 0, width = 0, height = 0] = rest.slice(0, 4).map(Number)
    if (level === '1') page = [width, height]
    const word = rest.slice(5).join('\t').trim()
    if (level !== '5' || word === '') continue
    const thisParagraph = `${number} ${block} ${ofBlock}`
    const thisLine = `${thisParagraph} ${ofParagraph}`
    if (text !== '') text += thisParagraph !== paragraph ? '\n\n' : thisLine !== line ? '\n' : ' '
    ;[paragraph, line] = [thisParagraph, thisLine]
    const [across = 1, down = 1] = page
    const box = [left / across, top / down, width / across, height / down] as const
    placed.push({ start: text.length, end: text.length + word.length, box })
    text += word
  }
  return { text, placed }
}
