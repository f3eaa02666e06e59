import { existsSync } from 'node:fs'
import type { Host, HostOptions } from '@quipu/host'
import type { Log } from '@quipu/kit'
import type { Config } from './config.ts'
import { version } from './installation.ts'
import type { Workplace } from './operations.ts'
import { prepareDataFolder, rootSecretOf } from './root-secret.ts'

/** Opens the store of this configuration. Throws `DATA_FOLDER_IN_USE` when another process has it. */
export async function openConfiguredHost(config: Config, log: Log): Promise<Host> {
  prepareDataFolder(config.dataFolder)
  // Loaded here, because most commands go through a process that has the store open and need none of it.
  const [{ openHost }, { modules }] = await Promise.all([import('@quipu/host'), import('./modules.ts')])
  return openHost({ ...optionsOf(config), modules, log })
}

/** False before the first start on this data folder. */
export function hasStore({ dataFolder }: Config): boolean {
  return existsSync(`${dataFolder}/store`)
}

export function workplaceOf(config: Config, host: Host): Workplace {
  return { host, appUrl: config.appUrl, ownerEmail: config.owner.email }
}

function optionsOf(config: Config): Omit<HostOptions, 'log' | 'modules'> {
  return {
    store: config.store,
    dataFolder: config.dataFolder,
    redisUrl: config.redisUrl,
    appUrl: config.appUrl,
    listen: config.listen,
    rootSecret: rootSecretOf(config),
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    bodyLimitBytes: config.bodyLimitBytes,
    metricsToken: config.metricsToken,
    version,
  }
}
