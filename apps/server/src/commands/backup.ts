import { createReadStream } from 'node:fs'
import type { Command } from '../command-line/command.ts'
import { passphraseOf, passphraseOption } from '../command-line/passphrase.ts'
import type { Config } from '../installation/config.ts'
import { previousSecretFile, readSecret, secretFile } from '../installation/root-secret.ts'
import { requireNewFile, takeExport } from '../operations/exports.ts'
import { withExistingStore } from '../owner/perform.ts'
import { exitCodes } from '../terminal/failure.ts'

export const backup: Command = {
  name: 'backup',
  says: 'Save all to one file. It works while the server runs.',
  words: ['FILE'],
  options: {
    'passphrase-file': passphraseOption,
    'without-files': {
      says: 'Leave uploaded files out, for example if their bucket has backups of its own.',
    },
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
    const kept = await withExistingStore(config, log, (perform) => perform('backup', input))
    await takeExport(config.dataFolder, kept, file)
    // Loaded late, as for every command: it brings the whole host along.
    const { marksOf, verifyBackup } = await import('@quipu/host')
    const { manifest, end } = await verifyBackup(() => createReadStream(file))
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
    const summary = { file, bytes: kept.bytes, tables: manifest.tables.length, rows, files: end.files }
    const { bytes, tables, files } = summary
    if (given.isJson) print(JSON.stringify({ ...summary, sha256: kept.sha256, madeAt: manifest.madeAt }))
    else
      print(
        `Wrote ${rows} rows of ${tables} tables and ${files} files to ${file} (${bytes} bytes). It was read back and is whole.`,
      )
    const isNeeded = (secret: string | undefined) =>
      secret !== undefined && marksOf([secret])[0] === manifest.secretMarks[0]
    if (input.withFiles && files === 0 && config.store.kind === 'postgres' && config.bucket === undefined)
      tell(
        `There is no uploaded file in ${config.dataFolder}: if people uploaded some, set QUIPU_DATA_DIR to the folder of the server.`,
      )
    if (passphrase === undefined) tell(secretNotice(config, isNeeded))
    return exitCodes.ok
  },
}

/** The process that made it may have another root secret than a new one would have: a rotation ends with its restart. */
function secretNotice(config: Config, isNeeded: (secret: string | undefined) => boolean): string {
  const place = placesOf(config).find(({ secret }) => isNeeded(secret))?.place
  if (place === undefined)
    return 'The root secret is not in it: keep a copy of the one that the running server has, which is not the one here.'
  return `The root secret is not in it: keep a copy of ${place} elsewhere. Nothing can be restored without it.`
}

function placesOf({ rootSecret, previousRootSecret, dataFolder }: Config) {
  if (rootSecret !== undefined)
    return [
      { place: 'JWT_SECRET', secret: rootSecret },
      { place: 'JWT_SECRET_PREVIOUS', secret: previousRootSecret },
    ]
  return [secretFile(dataFolder), previousSecretFile(dataFolder)].map((place) => ({
    place,
    secret: readSecret(place),
  }))
}
