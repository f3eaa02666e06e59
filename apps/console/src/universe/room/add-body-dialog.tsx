import { useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useAction } from '../../ui/use-action.ts'
import { addFrom, type NewBodyForm } from '../body-edit.ts'
import { typeOf } from '../display-scale.ts'
import type { Body } from '../../api/wire.ts'
import { bodyKinds, kindNamed, type BodyKind } from './body-kinds.ts'
import { ColorField } from './color-field.tsx'
import { MassRadiusFields } from './mass-radius-fields.tsx'
import { useRoom } from '../live/use-room.ts'

/** Adds a body around the selected one, or without a parent. */
export function AddBodyDialog({ onClose }: { readonly onClose: () => void }) {
  const { form, setForm, parent, setParent, chosen, errors, action, add } = useNewBody(onClose)
  const set = (field: keyof NewBodyForm) => (text: string) => setForm({ ...form, [field]: text })
  const name = { label: 'Name', value: form.name, error: errors.name, maxLength: 200, 'data-first': true }
  const distance = { label: 'Distance (AU)', value: form.distance, error: errors.distance }
  return (
    <Dialog title="Add a body" onClose={onClose}>
      <form onSubmit={(event) => void add(event)}>
        <Field {...name} onText={set('name')} autoComplete="off" />
        <div className="field-pair">
          <KindField value={form.type} onKind={(kind) => setForm({ ...startOf(kind), name: form.name })} />
          <ParentField parent={parent} chosen={chosen} onParent={setParent} />
        </div>
        <Field
          {...distance}
          onText={set('distance')}
          inputMode="decimal"
          hint="The time of one turn follows from it."
        />
        <MassRadiusFields form={form} type={form.type} errors={errors} onField={set} />
        <ColorField value={form.color} onText={set('color')} />
        <FormEnd action={action} verb="Add" onClose={onClose} />
      </form>
    </Dialog>
  )
}

function useNewBody(onAdded: () => void) {
  const room = useRoom('universe')
  const { universe } = room
  const chosen = universe.bodies.get(room.selection ?? '') ?? firstRoot(universe)
  const [parent, setParent] = useState<Body | undefined>(chosen)
  const [form, setForm] = useState<NewBodyForm>(() => startOf(kindAround(parent)))
  const [errors, setErrors] = useState<Partial<Record<keyof NewBodyForm, string>>>({})
  const action = useAction()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const checked = addFrom(form, parent, (id) => universe.bodies.has(id) || universe.groups.has(id))
    if ('errors' in checked) return setErrors(checked.errors)
    setErrors({})
    if (!(await action.run(() => room.send(checked.command)))) return
    room.select(String(checked.command['id']))
    onAdded()
  }
  return { form, setForm, parent, setParent, chosen, errors, action, add }
}

function KindField({ value, onKind }: { readonly value: string; readonly onKind: (kind: BodyKind) => void }) {
  return (
    <div className="field">
      <label htmlFor="new-kind">Kind</label>
      <select id="new-kind" value={value} onChange={(event) => onKind(kindNamed(event.currentTarget.value))}>
        {bodyKinds.map(({ type, words }) => (
          <option key={type} value={type}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ParentProps {
  readonly parent: Body | undefined
  readonly chosen: Body | undefined
  readonly onParent: (parent: Body | undefined) => void
}

function ParentField({ parent, chosen, onParent }: ParentProps) {
  return (
    <div className="field">
      <label htmlFor="new-parent">Around</label>
      <select
        id="new-parent"
        value={parent?.id ?? ''}
        onChange={(event) => onParent(event.currentTarget.value === '' ? undefined : chosen)}
      >
        {chosen !== undefined && <option value={chosen.id}>{chosen.name}</option>}
        <option value="">nothing</option>
      </select>
    </div>
  )
}

/** A star has no parent, a planet orbits a star, and a moon orbits anything else. */
function kindAround(parent: Body | undefined): BodyKind {
  if (parent === undefined) return kindNamed('star')
  const type = typeOf(parent)
  return kindNamed(type === 'star' || type === 'blackHole' ? 'planet' : 'moon')
}

function firstRoot(universe: { childrenOf(id: null): readonly string[]; bodies: ReadonlyMap<string, Body> }) {
  return universe.bodies.get(universe.childrenOf(null)[0] ?? '')
}

function startOf({ type, color, mass, radius, distance }: BodyKind): NewBodyForm {
  return { name: '', type, color, mass, radius, distance }
}
