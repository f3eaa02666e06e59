import { client } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'

/** The progress of a file. `entities` is known when it has been read. */
export interface Sending {
  readonly share: number
  readonly isRead: boolean
}

export interface Outcome {
  readonly sourceId: string
  readonly entities: number
  readonly isKnown: boolean
  readonly needsOcr: boolean
}

interface Ingested {
  readonly source_id: string
  readonly deduplicated: boolean
  readonly job_id?: string
  readonly interpretation: { readonly entities_created: number; readonly status?: string } | null
}

/** Sends a file and waits until it has been read. Uses XMLHttpRequest, because `fetch` does not report upload progress. */
export async function sendFile(file: File, onProgress: (sending: Sending) => void): Promise<Outcome> {
  const answer = await new Promise<Ingested>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const name = encodeURIComponent(file.name.slice(-255))
    request.open('POST', `/api/truth/files?original_filename=${name}`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ share: total === 0 ? 1 : loaded / total, isRead: false })
    request.onerror = () => reject(problemOf(0))
    request.onload = () => {
      const body: unknown = request.response
      // The answer of the route; a failure is the envelope of its contract.
      if (request.status < 300) resolve(body as Ingested)
      else
        reject(problemOf(request.status, (body as { error?: { message?: string } } | null)?.error?.message))
    }
    request.send(file)
  })
  onProgress({ share: 1, isRead: true })
  if (answer.job_id !== undefined) await untilRead(answer.job_id)
  return {
    sourceId: answer.source_id,
    entities: answer.interpretation?.entities_created ?? 0,
    isKnown: answer.deduplicated,
    needsOcr: answer.interpretation?.status === 'needs_ocr',
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
