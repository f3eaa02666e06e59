import { misuse, type Command, type Context, type Given } from '../command-line/command.ts'
import { exitCodes, UsageError } from '../terminal/failure.ts'
import { requireNewFile, takeExport } from '../operations/exports.ts'
import { withExistingStore } from '../owner/perform.ts'
import type { Kinds } from '../operations/users.ts'

export const userDelete: Command = {
  name: 'user delete',
  says: 'Delete an account and its data. Without --data, say what there is and delete nothing.',
  words: ['EMAIL'],
  options: {
    data: { value: 'erase|export', says: 'Erase the data, or write it to --out first.' },
    out: { value: 'FILE.zip', says: 'Where the export goes. A file that is there is never overwritten.' },
  },
  examples: [
    'npx quipu user delete ada@example.com',
    'npx quipu user delete ada@example.com --data export --out ada.zip',
    'npx quipu user delete ada@example.com --data erase',
  ],
  run: async (given, context) => {
    const [email = ''] = given.words
    const choice = parseChoice(given)
    const { config, log, print } = context
    const out = choice === 'export' ? await requireNewFile(given.required('out')) : undefined
    const found = await withExistingStore(config, log, (perform) => perform('user.summary', { email }))
    if (choice === undefined) throw refusal(found.email, found.data)

    if (out !== undefined) await exportShut(context, found, out)
    const account = await withExistingStore(config, log, (perform) =>
      perform('user.erase', { email: found.email }),
    )
    const where = out === undefined ? 'erased' : `erased; a copy is in ${out}`
    print(
      given.isJson
        ? JSON.stringify({ ...account, erased: found.data, file: out ?? null })
        : `Deleted ${account.email}: ${describe(found.data)} ${where}.`,
    )
    return exitCodes.ok
  },
}

function parseChoice(given: Given): 'erase' | 'export' | undefined {
  const typed = given.value('data')
  if (typed !== undefined && typed !== 'erase' && typed !== 'export') {
    throw misuse(userDelete, `${JSON.stringify(typed)} is no choice for --data: use erase or export`)
  }
  if (typed !== 'export' && given.has('out')) throw misuse(userDelete, '--out goes with --data export')
  return typed
}

/** While it is exported the account is shut, so that nothing is added that would be erased unseen. */
async function exportShut({ config, log }: Context, found: Found, out: string): Promise<void> {
  const { email } = found
  if (!found.is_disabled)
    await withExistingStore(config, log, (perform) => perform('user.disable', { email }))
  try {
    const kept = await withExistingStore(config, log, (perform) => perform('user.export', { email }))
    await takeExport(config.dataFolder, kept, out)
  } catch (error) {
    if (!found.is_disabled)
      await withExistingStore(config, log, (perform) => perform('user.enable', { email }))
    throw error
  }
}

interface Found {
  readonly email: string
  readonly is_disabled: boolean
}

function refusal(email: string, data: Kinds): UsageError {
  return new UsageError(
    `Nothing was deleted. ${email} has: ${describe(data)}. Say what happens to it:`,
    `  quipu user delete ${email} --data export --out FILE.zip   writes it to a file, then erases it`,
    `  quipu user delete ${email} --data erase                   erases it for good`,
    `  quipu user disable ${email}                               keeps it, and shuts the account`,
  )
}

function describe(data: Kinds): string {
  const kinds = data.filter(({ rows }) => rows > 0).map(({ kind, rows }) => `${rows} × ${kind}`)
  return kinds.length === 0 ? 'no data' : kinds.join(', ')
}
