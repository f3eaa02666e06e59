import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { requireNewFile, takeExport } from '../operations/exports.ts'
import { withExistingStore } from '../owner/perform.ts'

export const userExport: Command = {
  name: 'user export',
  says: 'Write everything that belongs to an account to a ZIP of JSON files.',
  words: ['EMAIL'],
  options: {
    out: { value: 'FILE.zip', says: 'Where to write it. A file that is there is never overwritten.' },
  },
  examples: ['npx quipu user export ada@example.com --out ada.zip'],
  run: async (given, { config, log, print }) => {
    const [email = ''] = given.words
    const file = await requireNewFile(given.required('out'))
    const kept = await withExistingStore(config, log, (perform) => perform('user.export', { email }))
    await takeExport(config.dataFolder, kept, file)
    const { bytes, sha256 } = kept
    print(
      given.isJson
        ? JSON.stringify({ email: kept.email, file, bytes, sha256 })
        : `Wrote everything of ${kept.email} to ${file} (${bytes} bytes).`,
    )
    return exitCodes.ok
  },
}
