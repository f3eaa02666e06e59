import { spawn } from 'node:child_process'
import type { ImageReader } from './statement/interpretation.ts'

/** Reads an image with Debian's tesseract, if it is on the path. Nothing is written to disk. */
export const readWithTesseract: ImageReader = (bytes) =>
  new Promise((resolve, reject) => {
    const program = spawn('/bin/sh', ['-c', command], {
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
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'))
      else reject(new Error('tesseract could not read the image'))
    })
    program.stdin.end(bytes)
  })

/** A small image file can unpack to more memory than the machine has: 2 GB are enough for what people photograph. */
const command = 'ulimit -v 2097152; exec tesseract stdin stdout'
const mostBytes = 4 * 1024 * 1024
