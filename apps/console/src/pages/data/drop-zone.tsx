import { useEffect, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { go } from '../../navigation/history.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useDrop } from '../../ui/use-drop.ts'
import { sendFiles } from './send-files.ts'

const accepted = '.csv,.tsv,.parquet,.json,.jsonl,.ndjson,.xlsx'

/** Files that are dropped anywhere on the page, or chosen, can be asked about as soon as they are read. */
export function DropZone() {
  const id = useId()
  const refresh = useRefresh()
  const action = useAction()
  const [step, setStep] = useState<string>()
  const [made, setMade] = useState<string>()
  const [isOver, setOver] = useState(false)
  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || action.isBusy) return
    await action.run(async () => {
      setMade(await sendFiles(files, setStep))
      await refresh('/api/data-agent/ontologies', '/api/data-agent/connections')
    })
    setStep(undefined)
  }
  useDrop(setOver, (files) => void take(files))
  useGoWhenReady(made)
  return (
    <section className={isOver ? 'drop-zone over' : 'drop-zone'} aria-label="Add files">
      <p>
        Drop CSV, Parquet or XLSX files here, or{' '}
        <label htmlFor={id} className="drop-label">
          choose files
          <input
            id={id}
            type="file"
            multiple
            accept={accepted}
            className="unseen"
            disabled={action.isBusy}
            onChange={(event) => {
              void take(event.currentTarget.files)
            }}
          />
        </label>
        . They stay in this installation.
      </p>
      <p role="status" className="soft">
        {step === undefined
          ? made === undefined
            ? ''
            : 'Reading the files. Then you can ask.'
          : `${step} …`}
      </p>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </section>
  )
}

/** Opens the question box once the files were read. */
function useGoWhenReady(id: string | undefined): void {
  const { data } = api.useQuery('get', '/api/data-agent/ontologies', {}, { enabled: id !== undefined })
  const status = data?.ontologies.find((one) => one.id === id)?.status
  useEffect(() => {
    if (id !== undefined && status === 'ready') go(`/app/ask?ontology=${id}`)
  }, [id, status])
}
