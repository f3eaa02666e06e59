import { client } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { sendBytes } from '../../api/send-bytes.ts'

/** The progress of a file. */
export interface Sending {
  readonly share: number
  readonly isRead: boolean
}

export interface Outcome {
  readonly sourceId: string
  /** The first entities that the file says something about. */
  readonly found: readonly { readonly type: string; readonly name: string }[]
  readonly total: number
  /** How many of them are new. */
  readonly created: number
  readonly isKnown: boolean
  readonly status: string
  /** What was not read, and why. */
  readonly notes: readonly string[]
}

interface Ingested {
  readonly source_id: string
  readonly deduplicated: boolean
  readonly job_id?: string
  readonly interpretation: { readonly entities_created: number } | null
}

/** Sends a file, waits until it has been read, and looks at what came of it. */
export async function sendFile(file: File, onProgress: (sending: Sending) => void): Promise<Outcome> {
  const name = encodeURIComponent(file.name.slice(-255))
  const { status, body } = await sendBytes(`/api/truth/files?original_filename=${name}`, file, (share) =>
    onProgress({ share, isRead: false }),
  )
  // A failure is the envelope of the route's contract.
  if (status >= 300)
    throw problemOf(status, (body as { error?: { message?: string } } | null)?.error?.message)
  const answer = body as Ingested
  onProgress({ share: 1, isRead: true })
  if (answer.job_id !== undefined) await untilRead(answer.job_id)
  const id = answer.source_id
  const { data } = await client.GET('/api/truth/sources/{id}', { params: { path: { id } } })
  const notes: unknown = data?.interpretation?.notes
  const total = data?.entities_total ?? 0
  const wasLater = answer.job_id !== undefined
  const created = wasLater ? total : (answer.interpretation?.entities_created ?? 0)
  return {
    sourceId: id,
    found: data?.entities.map((one) => ({ type: one.entity_type, name: one.canonical_name })) ?? [],
    total,
    created,
    isKnown: answer.deduplicated && created === 0,
    status: data?.interpretation?.status ?? 'done',
    notes: Array.isArray(notes) ? notes.filter((note) => typeof note === 'string').slice(0, 2) : [],
  }
}

/** A large file is read in the background. */
async function untilRead(id: string): Promise<void> {
  for (;;) {
    const { data } = await client.GET('/api/truth/jobs/{id}', { params: { path: { id } } })
    if (data?.['finished_at'] !== null) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
