import { useState, type FormEvent } from 'react'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useOverlay, wordsOf, type Ontology } from './use-overlay.ts'

type Dataset = Ontology['datasets'][number]

/** A dataset, or a field of it. */
export interface Edited {
  readonly dataset: Dataset
  readonly field?: Dataset['fields'][number]
}

interface Props {
  readonly ontology: Ontology
  readonly edited: Edited
  readonly onClose: () => void
}

/** The label and synonyms of it. */
export function EntryDialog({ ontology, edited: { dataset, field }, onClose }: Props) {
  const { action, keep } = useOverlay(ontology)
  const { overlay } = ontology
  const thing = field ?? dataset
  const entries = field === undefined ? (overlay.datasets ?? []) : (overlay.fields ?? [])
  const isThis = (one: { dataset: string; field?: string }) =>
    one.dataset === dataset.name && one.field === field?.name
  const former = entries.find(isThis)
  const [label, setLabel] = useState(thing.label)
  const [about, setAbout] = useState(thing.description ?? '')
  const [words, setWords] = useState((former?.synonyms ?? []).join(', '))
  const [isHidden, setHidden] = useState(thing.is_hidden)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const entry = {
      ...former,
      dataset: dataset.name,
      label: label.trim(),
      description: about.trim() === '' ? null : about.trim(),
      synonyms: wordsOf(words),
      isHidden,
    }
    const isKept = await keep(
      field === undefined
        ? { datasets: [...(overlay.datasets ?? []).filter((one) => !isThis(one)), entry] }
        : {
            fields: [
              ...(overlay.fields ?? []).filter((one) => !isThis(one)),
              { ...entry, field: field.name },
            ],
          },
    )
    if (isKept) onClose()
  }
  return (
    <Dialog title={`Edit ${thing.label}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="Label" value={label} maxLength={100} required data-first onText={setLabel} />
        <Field label="What it is" value={about} maxLength={2000} onText={setAbout} />
        <Field label="Also called" value={words} hint="Words with commas between them." onText={setWords} />
        <CheckField label="Hidden from questions" isChecked={isHidden} onCheck={setHidden} />
        <FormEnd action={action} verb="Save" onClose={onClose} />
      </form>
    </Dialog>
  )
}
