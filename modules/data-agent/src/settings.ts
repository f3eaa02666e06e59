import { z } from 'zod'
import { ModelSettings } from './models/model-settings.ts'

export type ModuleSettings = z.output<typeof ModuleSettings>

/** What the installation says about the data agent. */
export const ModuleSettings = z.object({
  /** Folders under which databases and files may lie that people connect. */
  sourceRoots: z.array(z.string()).default([]),
  /** Folders that are never a source, wherever they lie: the data folder of this server. */
  closedFolders: z.array(z.string()).default([]),
  /** The database of this server itself, which is never a source. */
  ownDatabaseUrl: z.string().optional(),
  /** Whether an installation begins with the sample shop. */
  sampleShop: z.boolean().default(false),
  /** How long one question may take in all. */
  askSeconds: z.number().positive().default(300),
  /** Absent: questions are read by rules alone. */
  languageModel: ModelSettings.optional(),
})
