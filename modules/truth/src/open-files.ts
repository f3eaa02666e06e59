import type { Db, Ports } from '@quipu/kit'
import { TruthError } from './errors.ts'
import { FileJobs } from './file-jobs.ts'
import { FileReader } from './file-reader.ts'
import { Files } from './files.ts'
import type { Effects } from './recorder.ts'
import { Recorder } from './recorder.ts'
import { settingsOf } from './settings.ts'
import type { SourcePorts } from './sources.ts'
import { sourcesOn } from './sources.ts'
import { EntityStore } from './store/entity-store.ts'
import { LogStore } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'
import { Uploads } from './uploads.ts'

export interface OpenFiles {
  readonly files: Files
  readonly uploads: Uploads
  readonly sourcePorts: SourcePorts
}

/** Everything that receives files. `notify` is called after each commit outside of calls. */
export function openFiles(ports: Ports, notify: (owner: Owner, effects: Effects) => void): OpenFiles {
  const settings = settingsOf(ports.installation)
  const reader = new FileReader(ports.workers)
  const takeQuota = (owner: Owner) => takeInterpretation(ports.quota, owner, settings.interpretationsPerDay)
  const recorderOn = (db: Db) => new Recorder(new LogStore(db), new EntityStore(db))
  const jobs = new FileJobs({ ports, reader, recorderOn, notify })
  const { blobs, db, now } = ports
  const sourcePorts: SourcePorts = {
    blobs,
    db,
    now,
    reader,
    takeQuota,
    readLater: (owner, sourceId, config) => jobs.enqueue(owner, sourceId, config),
  }
  const files = new Files({
    ports,
    reader,
    jobs,
    sourcesOn: (on) => sourcesOn(on, sourcePorts),
    takeQuota,
    notify,
  })
  return { files, uploads: new Uploads(ports, settings, files), sourcePorts }
}

async function takeInterpretation(quota: Ports['quota'], owner: Owner, perDay: number): Promise<void> {
  const { ok, opensAt } = await quota.take(owner, 'interpretations', 1, perDay)
  if (ok) return
  throw new TruthError(
    'QUOTA_EXCEEDED',
    `Interpretation quota exceeded: ${perDay} files a day. It opens again at ${opensAt.toISOString()}; interpret: false keeps a file unread`,
    { max_per_day: perDay, opens_at: opensAt.toISOString() },
  )
}
