import { misuse, type Command, type Context } from '../command-line/command.ts'
import type { Config } from '../installation/config.ts'
import { hasStore } from '../installation/host-options.ts'
import { version } from '../installation/installation.ts'
import { operations } from '../operations/operations.ts'
import { ControlClient } from '../owner/control-client.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/failure.ts'

export const upgrade: Command = {
  name: 'upgrade',
  says: 'Preview an upgrade. It lists the migrations that the next start would apply to the store.',
  words: [],
  options: { check: { says: 'Required: this command only looks. A start upgrades by itself.' } },
  examples: ['npx quipu upgrade --check', 'QUIPU_DATA_DIR=/srv/quipu npx quipu upgrade --check --json'],
  run: async (given, context) => {
    if (!given.has('check'))
      throw misuse(upgrade, 'Only --check is known: starting this version upgrades the store')
    const fit = await fitOf(context)
    context.print(given.isJson ? JSON.stringify({ version, ...fit }) : linesOf(fit).join('\n'))
    return fit.problems.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

type Fit = Awaited<ReturnType<typeof fitOf>>

async function fitOf({ config, log }: Pick<Context, 'config' | 'log'>) {
  if (config.store.kind === 'embedded' && !hasStore(config)) return { isNew: true, pending: [], problems: [] }
  const [host, { modules }] = await Promise.all([import('@quipu/host'), import('../modules.ts')])
  const applied = await appliedByOwner(config)
  if (applied !== undefined)
    return { isNew: false, ...host.fitOf(new Map(Object.entries(applied)), { modules }) }
  return { isNew: false, ...(await host.checkFit(config.store, { modules, log, now: () => new Date() })) }
}

/** The answer of the process that has the embedded store open, perhaps of an older version. */
async function appliedByOwner({ store, dataFolder }: Config): Promise<Record<string, string> | undefined> {
  if (store.kind === 'postgres') return undefined
  const client = await ControlClient.reach(dataFolder)
  if (!(client instanceof ControlClient)) return undefined
  try {
    return operations.migrations.output.parse(await client.perform('migrations', {}))
  } finally {
    client.close()
  }
}

function linesOf({ isNew, pending, problems }: Fit): readonly string[] {
  if (isNew) return ['There is no store yet: the first start makes one.']
  if (problems.length > 0) return problems.map((problem) => `✗ ${problem}`)
  if (pending.length === 0) return [`✓ The store is up to date with version ${version}.`]
  return [
    `✓ Version ${version} can use the store. Its start would apply ${counted(pending.length, 'migration')}:`,
    ...pending.map((name) => `  ${name}`),
    'Make a backup with the version in use before: npx quipu backup FILE',
  ]
}
