import { useId, useState } from 'react'
import { fileName, saveFile } from '../../answer/save-file.ts'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Ontology } from './use-overlay.ts'

const path = '/api/data-agent/ontologies/{ontology_id}'

interface Props {
  readonly ontology: Ontology
  readonly mayEdit: boolean
}

/** Export and import of the whole ontology. */
export function YamlTab({ ontology: { id, name }, mayEdit }: Props) {
  const fieldId = useId()
  const action = useAction()
  const refresh = useRefresh()
  const [text, setText] = useState('')
  const params = { path: { ontology_id: id } }
  const save = () =>
    action.run(async () => {
      const { data } = await client.GET(`${path}/export`, { params })
      saveFile(fileName(name, 'yaml'), new Blob([data?.yaml ?? ''], { type: 'application/yaml' }))
    })
  const lay = () =>
    action.run(async () => {
      await client.POST(`${path}/import`, { params, body: { yaml: text } })
      await refresh(path)
      setText('')
      toast('The document was applied')
    })
  return (
    <>
      <div className="list-top">
        <p className="soft">
          The whole ontology as one document, with the field names of Apache Ossie. A document that you apply
          adds to what was found and removes nothing.
        </p>
        <button type="button" className="button slim" disabled={action.isBusy} onClick={() => void save()}>
          Save as YAML
        </button>
      </div>
      {mayEdit && (
        <div className="field yaml-in">
          <label htmlFor={fieldId}>YAML to apply</label>
          <textarea
            id={fieldId}
            className="code-area"
            rows={12}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className="button-row">
            <FileButton onText={setText} />
            <button
              type="button"
              className="button primary slim"
              disabled={action.isBusy || text.trim() === ''}
              onClick={() => void lay()}
            >
              Apply
            </button>
          </div>
        </div>
      )}
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </>
  )
}

function FileButton({ onText }: { readonly onText: (text: string) => void }) {
  return (
    <label className="button slim">
      Open a file
      <input
        type="file"
        accept=".yaml,.yml"
        className="unseen"
        onChange={(event) => {
          void event.currentTarget.files?.[0]?.text().then(onText)
        }}
      />
    </label>
  )
}
