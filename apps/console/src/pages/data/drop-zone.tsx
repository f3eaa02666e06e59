import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { go } from '../../navigation/history.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { sendFiles } from './send-files.ts'

const accepted = '.csv,.tsv,.parquet,.json,.jsonl,.ndjson,.xlsx'

/** Files that are dropped anywhere on the page, or chosen, can be asked about as soon as they are read. */
export function DropZone() {
  const refresh = useRefresh()
  const action = useAction()
  const [step, setStep] = useState<string>()
  const [made, setMade] = useState<string>()
  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || action.isBusy) return
    await action.run(async () => {
      setMade(await sendFiles(files, setStep))
      await refresh('/api/data-agent/ontologies', '/api/data-agent/connections')
    })
    setStep(undefined)
  }
  useGoWhenReady(made)
  return (
    <DropArea
      words="Drop CSV, Excel, Parquet or JSON files here"
      accept={accepted}
      isBusy={action.isBusy}
      onFiles={(files) => void take(files)}
    >
      <p role="status" className="soft">
        {step === undefined
          ? made === undefined
            ? ''
            : 'Reading the files. Then you can ask.'
          : `${step} …`}
      </p>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </DropArea>
  )
}

/** Opens the question box when the files have been read. */
function useGoWhenReady(id: string | undefined): void {
  const { data } = api.useQuery('get', '/api/data-agent/ontologies', {}, { enabled: id !== undefined })
  const status = data?.ontologies.find((one) => one.id === id)?.status
  useEffect(() => {
    if (id !== undefined && status === 'ready') go(`/app/ask?ontology=${id}`)
  }, [id, status])
}
