import { client } from '../../api/client.ts'
import { asProblem, problemOf, type Problem } from '../../api/problem.ts'
import { sendBytes } from '../../api/send-bytes.ts'
import { newId } from '../../api/new-id.ts'

/** Sends files, connects them and starts reading them. Returns the id of the ontology. */
export async function sendFiles(files: readonly File[], onStep: (says: string) => void): Promise<string> {
  const upload = newId()
  for (const [index, file] of files.entries()) {
    onStep(`Sending ${file.name} (${index + 1} of ${files.length})`)
    const { status, body } = await sendBytes(
      `/api/data-agent/uploads/${upload}/files?name=${encodeURIComponent(file.name.slice(-255))}`,
      // Its name says what it is.
      new Blob([file]),
      (share) =>
        onStep(`Sending ${file.name} (${index + 1} of ${files.length}), ${Math.floor(share * 100)}%`),
    )
    if (status >= 300) throw refusalOf(file, status, body)
  }
  onStep('Looking at what is in them')
  const [plain, dated] = namesOf(files)
  return connect(upload, plain).catch((caught: unknown) => {
    if (asProblem(caught).status === 409) return connect(upload, dated)
    throw caught
  })
}

/** Names the file, because several may have been dropped. */
function refusalOf(file: File, status: number, body: unknown): Problem {
  const message = (body as { message?: string } | null)?.message
  return problemOf(status, message === undefined ? undefined : `${file.name}: ${message}`)
}

async function connect(upload: string, name: string): Promise<string> {
  const connection = await client.POST('/api/data-agent/connections', {
    body: { kind: 'uploads', name, upload_id: upload },
  })
  const made = await client.POST('/api/data-agent/ontologies', {
    // The client throws unless there is an answer.
    body: { name, connection_id: connection.data!.id },
  })
  return made.data!.id
}

/** Named after the first file; if the same file is dropped again, with the time. */
function namesOf(files: readonly File[]): readonly [plain: string, dated: string] {
  const stem = (files[0]?.name ?? 'files').replace(/\.[^.]+$/, '').slice(0, 60)
  const plain = files.length > 1 ? `${stem} and ${files.length - 1} more` : stem
  return [plain, `${plain} (${new Date().toISOString().slice(0, 19).replace('T', ' ')})`]
}
