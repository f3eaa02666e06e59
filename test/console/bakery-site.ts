import { setTimeout as pause } from 'node:timers/promises'
import type { HostOptions } from '@quipu/host'
import { writeBakery } from '../data-agent/bakery.ts'
import { temporaryFolder } from '../environment/index.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ConsoleSite } from './console-site.ts'

export interface BakerySite extends AsyncDisposable {
  readonly site: ConsoleSite
  readonly admin: TestUser
  readonly ontologyId: string
}

/** An installation whose admin, Ada Quispe, has connected the bakery. */
export async function openBakerySite(
  names: { connection: string; ontology: string },
  more: Partial<HostOptions> = {},
): Promise<BakerySite> {
  const place = temporaryFolder()
  const file = writeBakery(place.path)
  const site = await ConsoleSite.open({
    moduleSettings: { 'data-agent': { sourceRoots: [place.path] } },
    ...more,
  })
  const admin = await site.someone('Ada Quispe', 'admin')
  const connection = await made(admin, 'connections', { name: names.connection, kind: 'sqlite', file })
  const ontologyId = await made(admin, 'ontologies', { name: names.ontology, connection_id: connection })
  await untilReady(admin, ontologyId)
  const close = async () => {
    await site[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  }
  return { site, admin, ontologyId, [Symbol.asyncDispose]: close }
}

async function made(admin: TestUser, what: string, body: object): Promise<string> {
  const response = await admin.api('POST', `/api/data-agent/${what}`, body)
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

/** Asks rarely, because the limits are those of a real installation. */
async function untilReady(admin: TestUser, id: string): Promise<void> {
  for (;;) {
    const response = await admin.api('GET', `/api/data-agent/ontologies/${id}`)
    const { status, reason } = (await response.json()) as { status?: string; reason?: string }
    if (status === 'ready') return
    if (status === 'failed') throw new Error(reason)
    await pause(500)
  }
}
