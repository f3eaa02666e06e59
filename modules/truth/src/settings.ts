import type { Installation } from '@quipu/kit'
import { z } from 'zod'

const Settings = z.object({
  /** Folders of the server whose files may be uploaded by their path over HTTP. */
  uploadRoots: z.array(z.string()).default([]),
  /** Folders whose files may not be uploaded, such as that of the store, even inside an upload root. */
  closedFolders: z.array(z.string()).default([]),
  /** The number of files that are read for one person on one UTC day. */
  interpretationsPerDay: z.int().min(0).default(10_000),
})
export type Settings = z.output<typeof Settings>

export function settingsOf({ settings }: Pick<Installation, 'settings'>): Settings {
  return Settings.parse(settings)
}
