import { useEffect, useState, type FormEvent } from 'react'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formOf, updateFrom, type BodyForm, type Checked } from '../body-edit.ts'
import { typeOf } from '../display-scale.ts'
import type { Body } from '../../api/wire.ts'
import { ColorField } from './color-field.tsx'
import { MassRadiusFields } from './mass-radius-fields.tsx'
import { useRoom } from '../live/use-room.ts'

/** Edits name, colour, mass and radius. Changes by others appear in fields that the person has not edited. */
export function BodyEditor({ body }: { readonly body: Body }) {
  const room = useRoom()
  const [touched, setTouched] = useState<Partial<BodyForm>>({})
  const [errors, setErrors] = useState<Partial<Record<keyof BodyForm, string>>>({})
  const action = useAction()
  const form = { ...formOf(body), ...touched }
  const set = (field: keyof BodyForm) => (text: string) => setTouched({ ...touched, [field]: text })
  const checked = updateFrom(body, form)

  useEffect(() => setErrors({}), [body])
  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(checked)
  }
  const submit = async (edit: Checked | undefined) => {
    if (edit === undefined) return
    if ('errors' in edit) return setErrors(edit.errors)
    if (await action.run(() => room.send(edit.command))) setTouched({})
  }
  return (
    <form onSubmit={save} className="body-form" aria-label={`Change ${body.name}`}>
      <h3>Change it</h3>
      <Field
        label="Name"
        value={form.name}
        onText={set('name')}
        maxLength={200}
        error={errors.name}
        autoComplete="off"
      />
      <MassRadiusFields form={form} type={typeOf(body)} errors={errors} onField={set} />
      <ColorField value={form.color} onText={set('color')} />
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <div className="button-row">
        <button
          type="submit"
          className="button slim primary"
          disabled={action.isBusy || checked === undefined}
        >
          Save
        </button>
        {checked !== undefined && (
          <button type="button" className="button slim" onClick={() => setTouched({})}>
            Discard
          </button>
        )}
      </div>
    </form>
  )
}
