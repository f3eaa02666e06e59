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
  /** New ones, or all of a file that was read in the background. */
  readonly entities: number
  readonly isKnown: boolean
  readonly status: string
  /** Why nothing, or not everything, was read. */
  readonly note: string | undefined
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
  const notes = data?.interpretation?.notes
  const created = answer.interpretation?.entities_created ?? 0
  return {
    sourceId: id,
    entities: answer.job_id === undefined ? created : (data?.entities_total ?? 0),
    isKnown: answer.deduplicated && created === 0 && answer.job_id === undefined,
    status: data?.interpretation?.status ?? 'done',
    note: Array.isArray(notes) && typeof notes[0] === 'string' ? notes[0] : undefined,
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
