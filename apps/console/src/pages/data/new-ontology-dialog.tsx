import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Connection } from './page.tsx'

interface Props {
  readonly connections: readonly Connection[]
  readonly onClose: () => void
}

export function NewOntologyDialog({ connections, onClose }: Props) {
  const refresh = useRefresh()
  const action = useAction()
  const [name, setName] = useState('')
  const [about, setAbout] = useState('')
  const [connection, setConnection] = useState(connections[0]?.id ?? '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await action.run(async () => {
      const description = about.trim() === '' ? {} : { description: about }
      await client.POST('/api/data-agent/ontologies', {
        body: { name, connection_id: connection, ...description },
      })
      await refresh('/api/data-agent/ontologies')
    })
    if (isDone) onClose()
  }
  return (
    <Dialog title="New ontology" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p className="soft">
          The tables are read in the background. You can then ask, and correct what was guessed.
        </p>
        <Field label="Name" value={name} maxLength={120} required data-first onText={setName} />
        <Field label="What it is about" value={about} maxLength={2000} onText={setAbout} />
        <SelectField
          label="Connection"
          value={connection}
          options={connections.map(({ id, name: title }) => ({ value: id, title }))}
          onValue={setConnection}
        />
        <FormEnd action={action} verb="Make it" onClose={onClose} />
      </form>
    </Dialog>
  )
}
