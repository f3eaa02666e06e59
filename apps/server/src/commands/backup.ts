import { createReadStream } from 'node:fs'
import type { Command } from '../command-line/command.ts'
import { passphraseOf, passphraseOption } from '../command-line/passphrase.ts'
import { secretFile } from '../installation/root-secret.ts'
import { requireNewFile, takeExport } from '../operations/exports.ts'
import { withStore } from '../owner/perform.ts'
import { exitCodes } from '../terminal/failure.ts'

export const backup: Command = {
  name: 'backup',
  says: 'Save all to one file. It works while the server runs.',
  words: ['FILE'],
  options: {
    'passphrase-file': passphraseOption,
    'without-files': { says: 'Leave uploaded files out, as where a bucket has backups of its own.' },
  },
  examples: [
    'npx quipu backup quipu.backup',
    'npx quipu backup quipu.backup --passphrase-file passphrase.txt',
  ],
  run: async (given, { config, log, print, tell }) => {
    const [typed = ''] = given.words
    const passphrase = passphraseOf(given)
    const file = await requireNewFile(typed)
    const input = { passphrase, withFiles: !given.has('without-files') }
    const kept = await withStore(config, log, (perform) => perform('backup', input))
    await takeExport(config.dataFolder, kept, file)
    // Loaded late, as for every command: it brings the whole host along.
    const { verifyBackup } = await import('@quipu/host')
    const { manifest, end } = await verifyBackup(() => createReadStream(file))
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
    const summary = { file, bytes: kept.bytes, tables: manifest.tables.length, rows, files: end.files }
    const { bytes, tables, files } = summary
    if (given.isJson) print(JSON.stringify({ ...summary, sha256: kept.sha256, madeAt: manifest.madeAt }))
    else
      print(
        `Wrote ${rows} rows of ${tables} tables and ${files} files to ${file} (${bytes} bytes). It was read back and is whole.`,
      )
    if (passphrase === undefined) tell(secretNotice(config.rootSecret, config.dataFolder))
    return exitCodes.ok
  },
}

function secretNotice(rootSecret: string | undefined, dataFolder: string): string {
  const place = rootSecret === undefined ? secretFile(dataFolder) : 'JWT_SECRET'
  return `The root secret is not in it: keep a copy of ${place} elsewhere. Nothing can be restored without it.`
}
