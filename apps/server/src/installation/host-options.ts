import { existsSync } from 'node:fs'
import type { Host, HostOptions } from '@quipu/host'
import type { Log } from '@quipu/kit'
import type { Config } from './config.ts'
import { consoleFolder, docsFolder, storeTemplates, version } from './installation.ts'
import type { Workplace } from '../operations/operation.ts'
import {
  hasRootSecret,
  missingRootSecret,
  prepareDataFolder,
  previousRootSecretOf,
  rootSecretOf,
  secretMark,
} from './root-secret.ts'
import { finishRotation } from './secret-rotation.ts'

/** Opens the store of this configuration. Throws `DATA_FOLDER_IN_USE` when another process has it. */
export async function openConfiguredHost(
  config: Config,
  log: Log,
  more: Pick<HostOptions, 'limitOverrides'> = {},
): Promise<Host> {
  prepareDataFolder(config.dataFolder)
  // Loaded here, because most commands go through a process that has the store open and need none of it.
  const [{ openHost, WrongRootSecret }, { modules }] = await Promise.all([
    import('@quipu/host'),
    import('../modules.ts'),
  ])
  const isSecretThere = hasRootSecret(config)
  const options = optionsOf(config)
  let host: Host
  try {
    host = await openHost({ ...options, ...more, modules, log })
  } catch (error) {
    if (isSecretThere || !(error instanceof WrongRootSecret)) throw error
    throw missingRootSecret(config, error)
  }
  if (rootSecretOf(config) !== options.rootSecret) {
    // It was rotated while we waited for the folder.
    await host.close()
    return openConfiguredHost(config, log, more)
  }
  try {
    // No other process has the embedded store open now, so none still uses the former secret.
    if (config.store.kind === 'embedded') await finishRotation(config, host)
    return host
  } catch (error) {
    await host.close()
    throw error
  }
}

/** False before the first start on this data folder. */
export function hasStore({ dataFolder }: Config): boolean {
  return existsSync(`${dataFolder}/store`) || existsSync(`${dataFolder}/store.made`)
}

export function workplaceOf(config: Config, host: Host): Workplace {
  return {
    host,
    appUrl: config.appUrl,
    ownerEmail: config.owner.email,
    dataFolder: config.dataFolder,
    secretMark: secretMark(rootSecretOf(config)),
  }
}

function optionsOf(config: Config): Omit<HostOptions, 'log' | 'modules'> {
  return {
    store: config.store.kind === 'embedded' ? { ...config.store, templates: storeTemplates } : config.store,
    dataFolder: config.dataFolder,
    redisUrl: config.redisUrl,
    bucket: config.bucket,
    workersAtOnce: config.workersAtOnce,
    appUrl: config.appUrl,
    listen: config.listen,
    rootSecret: rootSecretOf(config),
    previousRootSecret: previousRootSecretOf(config),
    lifetimes: config.lifetimes,
    upstreams: config.upstreams,
    requestsPerMinute: config.requestsPerMinute,
    authorizationsPerMinute: config.authorizationsPerMinute,
    clientDocuments: config.clientDocuments,
    limitOverrides: { ask_question: config.asking },
    moduleSettings: {
      'data-agent': dataAgentSettings(config),
      truth: { ...config.truth, closedFolders: [config.dataFolder] },
      vikunja: { url: config.vikunjaUrl },
    },
    sessions: config.sessions,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    bodyLimitBytes: config.bodyLimitBytes,
    consoleFolder,
    docsFolder,
    auditRetentionDays: config.auditRetentionDays,
    metricsToken: config.metricsToken,
    tracing: config.tracing,
    // Only then can there be another instance that a proxy could send everything to.
    lingerSeconds: config.store.kind === 'postgres' ? 2 : 0,
    version,
  }
}

function dataAgentSettings({
  sourceRoots,
  sampleShop,
  languageModel,
  dataFolder,
  store,
}: Config): Readonly<Record<string, unknown>> {
  return {
    sourceRoots,
    closedFolders: [dataFolder],
    ownDatabaseUrl: store.kind === 'postgres' ? store.url : undefined,
    sampleShop,
    languageModel,
  }
}
