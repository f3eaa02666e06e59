import { Numbers, type Place } from './numbers.ts'

/**
 * Writes one number after the other until it is killed, and prints each acknowledged one; prints "unavailable"
 * if the store reports that, and continues. `lanes` of them write at once.
 */
const [place = '', folder = '', first = '1', lanes = '1'] = process.argv.slice(2)
const numbers = await Numbers.open(JSON.parse(place) as Place, folder)
process.stdout.write('open\n')

await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => write(Number(first) + lane)))

async function write(from: number): Promise<never> {
  for (let n = from; ; n += Number(lanes)) {
    try {
      await numbers.add(n)
      process.stdout.write(`${n}\n`)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw error
      process.stdout.write('unavailable\n')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
