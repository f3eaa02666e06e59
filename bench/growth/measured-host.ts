import type { Host, HostOptions } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import { freePort } from '../../test/environment/places.ts'

/** A host on the embedded store in this process, without limits. It listens at its `url` when it is told to. */
export async function openMeasuredHost(
  folder: string,
  options: Pick<HostOptions, 'modules'> & Partial<HostOptions>,
): Promise<{ readonly host: Host; readonly url: string }> {
  const url = `http://127.0.0.1:${await freePort()}`
  const host = await openHost({
    store: { kind: 'embedded', folder },
    dataFolder: folder,
    appUrl: url,
    listen: { host: '127.0.0.1', port: Number(new URL(url).port) },
    rootSecret: 'a root secret for measuring, nothing else',
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 4 * 1024 * 1024,
    requestsPerMinute: 1_000_000_000,
    version: '0.0.0-bench',
    log: openLog({ level: 'warn' }),
    ...options,
  })
  return { host, url }
}

/** The processor time of this process, in seconds. */
export function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
