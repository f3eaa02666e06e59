import { spawn } from 'node:child_process'
import type { ImageReader } from './statement/interpretation.ts'

/** Reads an image with Debian's tesseract, if it is on the path. Nothing is written to disk. */
export const readWithTesseract: ImageReader = (bytes) =>
  new Promise((resolve, reject) => {
    const program = spawn('tesseract', ['stdin', 'stdout'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 60_000,
    })
    const parts: Buffer[] = []
    program.stdout.on('data', (part: Buffer) => parts.push(part))
    program.on('error', reject)
    program.stdin.on('error', () => {})
    program.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'))
      else reject(new Error('tesseract could not read the image'))
    })
    program.stdin.end(bytes)
  })
