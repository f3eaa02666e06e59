import { existsSync } from 'node:fs'
import type { Command, Context } from '../command-line/command.ts'
import type { Config } from '../installation/config.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { ControlClient } from '../owner/control-client.ts'
import { withStore } from '../owner/perform.ts'
import {
  makeSecretText,
  previousSecretFile,
  rootSecretOf,
  secretFile,
  secretMark,
} from '../installation/root-secret.ts'
import { replaceSecret } from '../installation/secret-rotation.ts'

export const secretRotate: Command = {
  name: 'secret rotate',
  says: 'Replace the root secret, and seal under the new one what the former one sealed.',
  words: [],
  options: {},
  examples: [
    'npx quipu secret rotate',
    'JWT_SECRET=$NEW JWT_SECRET_PREVIOUS=$FORMER npx quipu secret rotate',
  ],
  run: async (given, context) => {
    const outcome = await rotate(context)
    context.print(given.isJson ? JSON.stringify(outcome) : outcome.lines.join('\n'))
    return exitCodes.ok
  },
}

interface Outcome {
  readonly status: 'rotated' | 'restart needed' | 'resealed' | 'nothing changed'
  /** How many values, where it was counted. */
  readonly resealed?: number
  /** To be set by the person who manages the settings. */
  readonly secret?: string
  readonly lines: readonly string[]
}

function rotate(context: Context): Promise<Outcome> | Outcome {
  const { rootSecret, previousRootSecret } = context.config
  if (rootSecret === undefined) return rotateKept(context)
  return previousRootSecret === undefined ? steps() : resealConfigured(context)
}

/** The secret of the data folder: replaced here; the next process that opens the store seals everything under it. */
async function rotateKept(context: Context): Promise<Outcome> {
  const { config } = context
  const { dataFolder } = config
  if (!existsSync(secretFile(dataFolder))) {
    throw new CommandFailed(exitCodes.notFound, 'There is no secret yet: the first start makes one.')
  }
  const former = rootSecretOf(config)
  // Whatever an earlier secret sealed must not depend on it any more.
  await reseal(context)
  replaceSecret(dataFolder, former)
  const kept = `The former one is kept in ${previousSecretFile(dataFolder)}: what it signed stays good until you delete that file.`
  if (await isHeld(config)) {
    const restart = 'Restart every running server: it then seals everything under the new one.'
    return { status: 'restart needed', lines: [`There is a new root secret. ${restart}`, kept] }
  }
  // Opening the store finishes the rotation.
  await withStore(config, context.log, async () => {})
  return {
    status: 'rotated',
    lines: ['There is a new root secret, and everything is sealed under it.', kept],
  }
}

async function resealConfigured(context: Context): Promise<Outcome> {
  const resealed = await reseal(context)
  return {
    status: 'resealed',
    resealed,
    lines: [
      `${resealed} values were sealed under JWT_SECRET_PREVIOUS and are now sealed under JWT_SECRET.`,
      'When nobody needs what the former one signed, remove JWT_SECRET_PREVIOUS and restart.',
    ],
  }
}

function steps(): Outcome {
  const secret = makeSecretText()
  return {
    status: 'nothing changed',
    secret,
    lines: [
      'JWT_SECRET is set in the environment, so it is replaced there. Nothing was changed. Here is a new one:',
      `  ${secret}`,
      '1. Set JWT_SECRET_PREVIOUS to what JWT_SECRET is now, and JWT_SECRET to the new one; restart the server.',
      '   With several instances: set JWT_SECRET_PREVIOUS to the new one on each first, restart them one by one,',
      '   then swap the two values and restart them again. So each can read what the others seal.',
      '2. Run `npx quipu secret rotate` with the same settings: it seals everything under the new one.',
      '3. When nobody needs what the former one signed, remove JWT_SECRET_PREVIOUS and restart.',
    ],
  }
}

async function reseal({ config, log }: Context): Promise<number> {
  const mark = secretMark(rootSecretOf(config))
  const { renewed } = await withStore(config, log, (perform) => perform('secret.reseal', { mark }))
  return renewed
}

/** With PostgreSQL it cannot be known, so another process is assumed to have the store open. */
async function isHeld({ dataFolder, store }: Config): Promise<boolean> {
  if (store.kind === 'postgres') return true
  const client = await ControlClient.reach(dataFolder)
  if (client === undefined) return false
  if (client !== 'silent') client.close()
  return true
}
