import { join } from 'node:path'
import type { Installation, Module, Ports } from '@quipu/kit'
import type { Base } from './base.ts'
import { definePurge, forgetIn } from './calls/erasure.ts'
import { moduleCache, openCachedValues } from './cache/open-cache.ts'
import type { OpenModule } from './calls/call-parts.ts'
import { readOwnRows } from './calls/own-rows.ts'
import type { HostOptions } from './host.ts'
import { openHttp } from './outbound/open-http.ts'
import { dayQuota } from './quota/day-quota.ts'
import { accountPort } from './storage/account.ts'
import { settingsPort } from './storage/settings.ts'
import { committedBus, scopedDb } from './storage/unit-of-work.ts'
import { tracedJobs } from './telemetry/tracing-jobs.ts'
import { tracedRequests } from './sign-in/traced-fetch.ts'

type OwnPorts = 'installation' | 'cache' | 'forget' | 'links' | 'quota'

/** The ports of each module: many are shared, some are the module's own. `opened` is filled while modules open. */
export function modulePorts(base: Base, opened: readonly OpenModule[]): (module: Module) => Ports {
  const { options, store, redis, tracing, now } = base
  const shared: Omit<Ports, OwnPorts> = {
    db: scopedDb(store),
    blobs: base.blobs,
    bus: committedBus(base.bus),
    http: openHttp(tracing === undefined ? (url, init) => fetch(url, init) : tracedRequests(tracing)),
    jobs: tracing === undefined ? base.jobs : tracedJobs(base.jobs, tracing),
    ownRows: readOwnRows(opened),
    workers: base.workers,
    account: accountPort(store),
    settings: settingsPort(store),
    secrets: base.secrets,
    log: options.log,
    now,
  }
  const values = openCachedValues(redis, () => performance.now())
  definePurge(base)
  return (module) => ({
    ...shared,
    cache: moduleCache(values, module.name),
    forget: forgetIn(base, module),
    links: base.signedLinks.of(module.name),
    quota: dayQuota(store, module.name, now),
    installation: installationOf(options, module.name),
  })
}

export function installationOf(
  { moduleSettings, dataFolder, appUrl }: Pick<HostOptions, 'moduleSettings' | 'dataFolder' | 'appUrl'>,
  name: string,
): Installation {
  return { settings: moduleSettings?.[name] ?? {}, appUrl, folder: join(dataFolder, 'modules', name) }
}
