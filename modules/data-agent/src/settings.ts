import { z } from 'zod'
import { ModelSettings } from './models/model-settings.ts'

export type ModuleSettings = z.output<typeof ModuleSettings>

/** The settings of the data agent in this installation. */
export const ModuleSettings = z.object({
  /** Folders from which databases and files may be connected. */
  sourceRoots: z.array(z.string()).default([]),
  /** Folders that are never a source: the data folder of this server. */
  closedFolders: z.array(z.string()).default([]),
  /** The database of this server itself, which is never a source. */
  ownDatabaseUrl: z.string().optional(),
  /** Whether an installation begins with the sample shop. */
  sampleShop: z.boolean().default(false),
  /** The time limit of one question. */
  askSeconds: z.number().positive().default(300),
  /** If absent, questions are read only by rules. */
  languageModel: ModelSettings.optional(),
})
