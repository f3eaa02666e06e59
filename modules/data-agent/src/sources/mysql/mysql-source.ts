import type { MysqlSettings } from '../connection-settings.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import { EngineSource } from '../engine/engine-source.ts'
import { atOnce, defaultMemoryMb } from '../limits.ts'
import { mysqlAddressOf, type MysqlAddress } from '../mysql-url.ts'
import type { Source } from '../source.ts'

export interface MysqlEngineSettings {
  readonly address: MysqlAddress
}

/** Connects once, so that a wrong address or password is reported at once. */
export async function openMysql(
  { url }: MysqlSettings,
  { memoryMb = defaultMemoryMb }: { memoryMb?: number | undefined },
): Promise<Source> {
  const settings: MysqlEngineSettings = { address: mysqlAddressOf(url) }
  const file = new URL('./mysql-engine.ts', import.meta.url)
  const pool = new EnginePool({ file, settings, label: 'mysql', memoryMb, hears: true }, atOnce.mysql)
  return EngineSource.open({ dialect: 'mysql', pool })
}
