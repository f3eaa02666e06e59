import { useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { Link } from '../../ui/link.tsx'
import { outcomeWords } from './outcome-words.ts'
import { sendFile, type Outcome, type Sending } from './send-file.ts'

interface Upload {
  readonly id: number
  readonly name: string
  readonly sending: Sending
  readonly outcome?: Outcome
  readonly failure?: string
}

/** Older ones are in the list of sources. */
const mostShown = 100

/** Files that are dropped anywhere on the page, or chosen: each is sent, read, and shown with its result. */
export function FileDrop({ onDone }: { readonly onDone: () => void }) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    const first = Math.max(-1, ...uploads.map((one) => one.id)) + 1
    const fresh = files.map((file, index) => ({
      id: first + index,
      name: file.name,
      sending: { share: 0, isRead: false },
    }))
    setUploads((before) => [...fresh, ...before].slice(0, mostShown))
    for (const [index, file] of files.entries()) {
      const change = (more: Partial<Upload>) =>
        setUploads((before) => before.map((one) => (one.id === first + index ? { ...one, ...more } : one)))
      try {
        change({ outcome: await sendFile(file, (sending) => change({ sending })) })
      } catch (caught) {
        change({ failure: asProblem(caught).message })
      }
      onDone()
    }
  }
  return (
    <DropArea
      words="Drop invoices, mails, contracts, address books, tables or any other file here"
      onFiles={(files) => void take(files)}
    >
      {uploads.length > 0 && (
        <ul className="uploads" aria-live="polite" aria-label="Files">
          {uploads.map((upload) => (
            <li key={upload.id}>
              <span className="upload-name">{upload.name}</span> <State upload={upload} />
            </li>
          ))}
        </ul>
      )}
    </DropArea>
  )
}

function State({ upload: { name, sending, outcome, failure } }: { readonly upload: Upload }) {
  if (failure !== undefined) return <span className="field-error">{failure}</span>
  if (outcome === undefined)
    return sending.isRead ? (
      <span className="soft">Reading …</span>
    ) : (
      <progress value={sending.share} aria-label={`Sending ${name}`} />
    )
  return (
    <span className={outcome.status === 'failed' ? 'field-error' : 'soft'}>
      {outcomeWords(outcome)} <Link to={`/app/truth/sources/${outcome.sourceId}`}>Show</Link>
    </span>
  )
}
