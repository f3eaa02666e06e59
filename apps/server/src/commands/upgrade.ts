import { misuse, type Command } from '../command-line/command.ts'
import { hasStore } from '../installation/host-options.ts'
import { version } from '../installation/installation.ts'
import { exitCodes } from '../terminal/failure.ts'

export const upgrade: Command = {
  name: 'upgrade',
  says: 'Tell what it would do. The start of a new version does it.',
  words: [],
  options: { check: { says: 'Needed: there is nothing else to do. A start upgrades by itself.' } },
  examples: ['npx quipu upgrade --check', 'QUIPU_DATA_DIR=/srv/quipu npx quipu upgrade --check --json'],
  run: async (given, { config, log, print }) => {
    if (!given.has('check'))
      throw misuse(upgrade, 'Only --check is known: starting this version upgrades the store')
    const fit = await fitOf(config, log)
    print(given.isJson ? JSON.stringify({ version, ...fit }) : linesOf(fit).join('\n'))
    return fit.problems.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

type Fit = Awaited<ReturnType<typeof fitOf>>

async function fitOf(
  config: Parameters<Command['run']>[1]['config'],
  log: Parameters<Command['run']>[1]['log'],
) {
  if (config.store.kind === 'embedded' && !hasStore(config)) return { isNew: true, pending: [], problems: [] }
  const [{ checkFit }, { modules }] = await Promise.all([import('@quipu/host'), import('../modules.ts')])
  return { isNew: false, ...(await checkFit(config.store, { modules, log, now: () => new Date() })) }
}

function linesOf({ isNew, pending, problems }: Fit): readonly string[] {
  if (isNew) return ['There is no store yet: the first start makes one.']
  if (problems.length > 0) return problems.map((problem) => `✗ ${problem}`)
  if (pending.length === 0) return [`✓ The store is up to date with version ${version}.`]
  return [
    `✓ Version ${version} can use the store. Its start would apply ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}:`,
    ...pending.map((name) => `  ${name}`),
    'Make a backup with the version in use before: npx quipu backup FILE',
  ]
}
