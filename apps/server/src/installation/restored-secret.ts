import type { BackupContent } from '@quipu/host'
import type { Config } from './config.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { previousSecretFile, readSecret, secretFile } from './root-secret.ts'

/** The root secrets to write to the data folder; none where they are there already or come from the configuration. */
export async function restoredSecret(
  config: Config,
  { secretMarks, sealedSecrets }: BackupContent['manifest'],
  passphrase: string | undefined,
): Promise<readonly string[]> {
  const { marksOf, openSecrets } = await import('@quipu/host')
  const isRight = (secret: string | undefined) =>
    secret !== undefined && marksOf([secret])[0] === secretMarks[0]
  if (config.rootSecret !== undefined && !isRight(config.rootSecret) && !isRight(config.previousRootSecret))
    throw refused(
      'JWT_SECRET is not the root secret of this backup: set it to that one. If it was replaced since, set JWT_SECRET_PREVIOUS to the former one as well.',
    )
  if (config.rootSecret !== undefined || isRight(readSecret(secretFile(config.dataFolder)))) return []
  if (passphrase === undefined || sealedSecrets === undefined)
    throw refused(
      `The root secret of this backup is missing. Set JWT_SECRET to it, or put it into ${secretFile(config.dataFolder)}` +
        (sealedSecrets === undefined ? '.' : ', or give the passphrase with --passphrase-file.'),
    )
  if (readSecret(secretFile(config.dataFolder)) !== undefined)
    throw refused(`${secretFile(config.dataFolder)} holds another root secret: move it away.`)
  const secrets = await openSecrets(sealedSecrets, passphrase)
  if (secrets === undefined) throw refused('The passphrase is not the one that this backup was made with.')
  return secrets
}

export function secretFilesOf(dataFolder: string): readonly string[] {
  return [secretFile(dataFolder), previousSecretFile(dataFolder)]
}

function refused(message: string): CommandFailed {
  return new CommandFailed(exitCodes.forbidden, message)
}
