import { expect, test } from 'vitest'
import type { Box } from '../model/span.ts'
import { read } from './test-reading.ts'
import * as samples from './test-samples.ts'
import { textOfWords } from './tesseract.ts'

const invoice = ['INVOICE', 'Invoice number: RE-2026/77', 'Invoice date: 2026-02-03', 'Total: EUR 119.00']

/** Courier of 9 points: each letter is 5.4 points wide. Lines begin at 40 and 800 and are 14 points apart. */
const width = 5.4 / 600

async function boxesOf(bytes: Uint8Array, field: string): Promise<readonly Box[] | undefined> {
  const [statement] = (await read(bytes)).statements
  const span = statement?.spans[field]
  return span?.kind === 'page' ? span.boxes : undefined
}

test('[TR482] a value in a PDF has the rectangle of its letters, as parts of the page', async () => {
  const [box] = (await boxesOf(samples.pdfOf(invoice), 'invoice_number')) ?? []
  const [left = 0, top = 0, across = 0, down = 0] = box ?? []
  expect(left).toBeCloseTo(40 / 600 + 16 * width, 3)
  expect(across).toBeCloseTo(10 * width, 3)
  const baseline = (850 - 800 + 14) / 850
  expect(top).toBeLessThan(baseline - 6 / 850)
  expect(top + down).toBeGreaterThan(baseline)
  expect(down).toBeLessThan(14 / 850)
})

test('[TR482] a page that is turned is shown turned, and so are its rectangles', async () => {
  const upright = Buffer.from(samples.pdfOf(invoice)).toString('latin1')
  const turned = Buffer.from(upright.replace('/Type /Page ', '/Type /Page /Rotate 90 '), 'latin1')
  const [one] = (await boxesOf(samples.pdfOf(invoice), 'invoice_number')) ?? []
  const [other] = (await boxesOf(turned, 'invoice_number')) ?? []
  expect(other?.[1]).toBeCloseTo(one?.[0] ?? 0, 3)
  expect(other?.[3]).toBeCloseTo(one?.[2] ?? 0, 3)
})

test('[TR482] a value over many lines has no rectangles', async () => {
  const note = Array.from({ length: 30 }, (_, index) => `A line of a letter, the ${index}th of them`)
  expect(await boxesOf(samples.pdfOf(note), 'text')).toBe(undefined)
})

test('[TR482] words of an image are its text, each with its rectangle', () => {
  const table = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t',
    '5\t1\t1\t1\t1\t1\t100\t50\t200\t25\t95\tTotal:',
    '5\t1\t1\t1\t1\t2\t320\t50\t100\t25\t95\t119.00',
    '5\t1\t1\t1\t2\t1\t100\t100\t100\t25\t95\tThanks',
    '5\t1\t2\t1\t1\t1\t100\t300\t50\t25\t95\tBye',
    '',
  ].join('\n')
  const { text, placed } = textOfWords(table)
  expect(text).toBe('Total: 119.00\nThanks\n\nBye')
  expect(placed.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Total:',
    '119.00',
    'Thanks',
    'Bye',
  ])
  expect(placed[1]?.box).toEqual([0.32, 0.1, 0.1, 0.05])
})
