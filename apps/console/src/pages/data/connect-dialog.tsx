import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'

const kinds = [
  { value: 'postgres', title: 'PostgreSQL' },
  { value: 'sqlite', title: 'SQLite file on the server' },
  { value: 'files', title: 'Folder of files on the server' },
] as const

const places = {
  postgres: { label: 'URL', placeholder: 'postgres://reader:password@host:5432/database', hint: 'Of a role that can only read. The password is sealed and never shown again.' },
  sqlite: { label: 'File', placeholder: '/srv/data/shop.sqlite', hint: 'Under one of the folders of QUIPU_SOURCE_ROOTS.' },
  files: { label: 'Folder', placeholder: '/srv/data/exports', hint: 'With CSV, Parquet or JSON files, under one of the folders of QUIPU_SOURCE_ROOTS.' },
} as const // prettier-ignore

/** Connects a database and creates an ontology of it. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh()
  const action = useAction()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('postgres')
  const [name, setName] = useState('')
  const [place, setPlace] = useState('')
  const { hint, ...field } = places[kind]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await action.run(async () => {
      const { data } = await client.POST('/api/data-agent/connections', { body: bodyOf(kind, name, place) })
      // The client throws unless there is an answer.
      await client.POST('/api/data-agent/ontologies', { body: { name, connection_id: data!.id } })
      await refresh('/api/data-agent/connections', '/api/data-agent/ontologies')
    })
    if (!isDone) return
    toast(`${name} is connected and being read`)
    onClose()
  }
  return (
    <Dialog title="Connect a database" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="Name" value={name} maxLength={120} required data-first onText={setName} />
        <SelectField label="Kind" value={kind} options={kinds} onValue={setKind} />
        <Field
          {...field}
          hint={hint}
          value={place}
          maxLength={4096}
          required
          autoComplete="off"
          spellCheck={false}
          onText={setPlace}
        />
        <FormEnd action={action} verb="Connect" onClose={onClose} />
      </form>
    </Dialog>
  )
}

function bodyOf(kind: 'postgres' | 'sqlite' | 'files', name: string, place: string) {
  if (kind === 'postgres') return { kind, name, url: place }
  return kind === 'sqlite' ? { kind, name, file: place } : { kind, name, paths: [place] }
}
