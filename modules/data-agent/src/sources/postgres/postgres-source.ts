import type { PostgresSettings } from '../connection-settings.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import { EngineSource } from '../engine/engine-source.ts'
import { atOnce, defaultMemoryMb } from '../limits.ts'
import type { Source } from '../source.ts'
import type { OwnDatabase } from './own-database.ts'
import { addressOf, type PostgresAddress } from '../postgres-url.ts'

export interface PostgresEngineSettings {
  readonly address: PostgresAddress
  readonly schemas: readonly string[] | undefined
  readonly forbidden: readonly OwnDatabase[]
}

/** Connects once, so that a wrong address or password is reported at once. */
export async function openPostgres(
  { url, schemas }: PostgresSettings,
  {
    forbidden = [],
    memoryMb = defaultMemoryMb,
  }: { forbidden?: readonly OwnDatabase[] | undefined; memoryMb?: number | undefined },
): Promise<Source> {
  const settings: PostgresEngineSettings = { address: addressOf(url), schemas, forbidden }
  const pool = new EnginePool(
    {
      file: new URL('./postgres-engine.ts', import.meta.url),
      settings,
      label: 'postgres',
      memoryMb,
      hears: true,
    },
    atOnce.postgres,
  )
  return EngineSource.open({ dialect: 'postgres', pool })
}
