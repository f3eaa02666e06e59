import type { LocalProgram } from '@quipu/connect'
import type { Config } from '../installation/config.ts'
import { hasOwnRoot, program, root } from '../installation/installation.ts'

/** How an assistant on this machine starts Quipu, and what it must set to reach this very store. */
export function localProgram({ dataFolder }: Pick<Config, 'dataFolder'>): LocalProgram {
  const isUsual = hasOwnRoot && dataFolder === `${root}/data`
  return { command: program, ...(isUsual ? {} : { env: { QUIPU_DATA_DIR: dataFolder } }) }
}
