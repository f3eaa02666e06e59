import { parseArgs } from 'node:util'

export interface FaultOptions {
  readonly rounds: number
  /** Where chance begins; a failed test names its own. */
  readonly seed: string | undefined
  /** Which files; all that are about faults when none is named. */
  readonly filters: string[]
}

/** `npm run faults -- --rounds 200 --seed 7 kill-house` */
export function readFaultOptions(args: string[]): FaultOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string' } },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > mostRounds)
    throw new Error(`--rounds must be a whole number from 1 to ${mostRounds}`)
  if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed))
    throw new Error('--seed must be a number of at most nine digits')
  const all = ['test/faults', 'modules/truth/src/kill']
  const filters = positionals.length === 0 ? all : positionals
  return { rounds, seed: values.seed, filters }
}

const mostRounds = 1000
