import { client } from '../../api/client.ts'
import { messageOf } from '../../api/message-of.ts'
import { asProblem, problemOf } from '../../api/problem.ts'
import { newId } from '../../api/new-id.ts'

/** Sends files, connects them and starts reading them. Returns the id of the ontology. */
export async function sendFiles(files: readonly File[], onStep: (says: string) => void): Promise<string> {
  const upload = newId()
  for (const [index, file] of files.entries()) {
    onStep(`Sending ${file.name} (${index + 1} of ${files.length})`)
    const response = await fetch(
      `/api/data-agent/uploads/${upload}/files?name=${encodeURIComponent(file.name.slice(-255))}`,
      {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
        credentials: 'same-origin',
        body: file,
      },
    ).catch(() => {
      throw problemOf(0)
    })
    if (!response.ok) throw problemOf(response.status, await messageOf(response))
    await response.text()
  }
  onStep('Looking at what is in them')
  const [plain, dated] = namesOf(files)
  return connect(upload, plain).catch((caught: unknown) => {
    if (asProblem(caught).status === 409) return connect(upload, dated)
    throw caught
  })
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
