import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { BackupContent } from '@quipu/host'
import type { Command } from '../command-line/command.ts'
import { passphraseOf } from '../command-line/passphrase.ts'
import { putInPlace, requireEmptyFolder, stagingFolder } from '../owner/restored-folder.ts'
import type { Config } from '../installation/config.ts'
import { storeTemplates } from '../installation/installation.ts'
import { restoredSecret } from '../installation/restored-secret.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'

export const restore: Command = {
  name: 'restore',
  says: 'Put a backup back. It goes into an empty data folder or an empty database, whichever store it came from.',
  words: ['FILE'],
  options: {
    'passphrase-file': {
      value: 'FILE',
      says: 'The passphrase that the backup was made with, if its root secret is in it.',
    },
  },
  examples: [
    'QUIPU_DATA_DIR=/srv/restored npx quipu restore quipu.backup',
    'DATABASE_URL=postgres://quipu@db/new npx quipu restore quipu.backup',
  ],
  run: async (given, { config, log, print }) => {
    const [file = ''] = given.words
    const found = await stat(file).catch(() => undefined)
    if (found?.isFile() !== true) throw new CommandFailed(exitCodes.notFound, `There is no file ${file}.`)
    await requireEmptyFolder(config)
    const [host, { modules }] = await Promise.all([import('@quipu/host'), import('../modules.ts')])
    const open = () => createReadStream(file)
    const content = await host.verifyBackup(open)
    const secrets = await restoredSecret(config, content.manifest, passphraseOf(given))
    const folder = await stagingFolder(config)
    const store =
      config.store.kind === 'embedded'
        ? { kind: config.store.kind, folder, templates: storeTemplates }
        : config.store
    const dataFolder = config.store.kind === 'embedded' ? folder : config.dataFolder
    const { bucket } = config
    await host.restoreBackup(content, open, {
      store,
      dataFolder,
      bucket,
      modules,
      log,
      now: () => new Date(),
    })
    await putInPlace(config, secrets)
    print(given.isJson ? JSON.stringify(factsOf(content)) : wordsOf(content, config))
    return exitCodes.ok
  },
}

function factsOf({ manifest, end }: BackupContent) {
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
  const { version, madeAt, tables } = manifest
  return { version, madeAt, tables: tables.length, rows, files: end.files }
}

function wordsOf(content: BackupContent, { rootSecret }: Config): string {
  const { version, madeAt, tables, rows, files } = factsOf(content)
  const left = content.manifest.hasFiles ? '' : ' Uploaded files were left out of this backup.'
  return [
    `Restored ${rows} rows of ${tables} tables and ${files} files, as of ${madeAt}, made by version ${version}.${left}`,
    ...(rootSecret === undefined ? [] : ['Every command on it needs the same JWT_SECRET.']),
    'Look at it: npx quipu doctor; npx quipu audit verify. Then start it: npx quipu start',
  ].join('\n')
}
