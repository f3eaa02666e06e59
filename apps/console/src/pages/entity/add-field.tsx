import { useState } from 'react'
import { fieldWords } from '../../truth/trace.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { CorrectForm } from './correct-form.tsx'
import type { Entity } from './page.tsx'

/** Adds a field that no source has. */
export function AddField({ entity }: { readonly entity: Entity }) {
  const [isOpen, setOpen] = useState(false)
  const [field, setField] = useState('')
  const chosen = entity.empty_fields.find((one) => one.field === field)
  if (!isOpen)
    return (
      <p className="add-field">
        <button type="button" className="link" onClick={() => setOpen(true)}>
          Add a field
        </button>
      </p>
    )
  return (
    <div className="add-field narrow">
      <SelectField
        label="Field"
        value={field}
        options={[
          { value: '', title: 'Choose a field' },
          ...entity.empty_fields.map((one) => ({ value: one.field, title: fieldWords(one.field) })),
        ]}
        onValue={setField}
      />
      {chosen !== undefined && (
        <CorrectForm
          key={field}
          entity={entity}
          field={field}
          type={chosen.type}
          value={undefined}
          onDone={() => {
            setOpen(false)
            setField('')
          }}
        />
      )}
    </div>
  )
}
