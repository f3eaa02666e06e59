import { expect, test } from 'vitest'
import { LineSplitter } from './lines.ts'

test('[C12] lines are cut wherever the bytes are, also inside a character', () => {
  const { lines, splitter } = openSplitter(100)
  for (const byte of Buffer.from('{"a":"é"}\r\n\n  {"b":1}\nlast')) splitter.push(Buffer.of(byte))
  splitter.end()
  expect(lines).toEqual(['{"a":"é"}', '{"b":1}', 'last'])
})

test('[C12] a line over the limit is dropped whole, and the next one is read', () => {
  const { lines, oversized, splitter } = openSplitter(10)
  splitter.push(Buffer.from('12345678'))
  splitter.push(Buffer.from('901\nnext\n1234567890\n'))
  expect(lines).toEqual(['next', '1234567890'])
  expect(oversized).toHaveLength(1)
})

function openSplitter(limit: number) {
  const lines: string[] = []
  const oversized: true[] = []
  const splitter = new LineSplitter(
    limit,
    (line) => lines.push(line),
    () => oversized.push(true),
  )
  return { lines, oversized, splitter }
}
