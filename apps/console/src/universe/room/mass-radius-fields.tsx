import { Field } from '../../ui/field.tsx'
import { massUnit, type BodyForm } from '../body-edit.ts'
import type { BodyType } from '../../api/wire.ts'

interface Props {
  readonly form: BodyForm
  readonly type: BodyType
  readonly errors: { readonly mass?: string | undefined; readonly radius?: string | undefined }
  readonly onField: (field: 'mass' | 'radius') => (text: string) => void
}

export function MassRadiusFields({ form, type, errors, onField }: Props) {
  const number = { inputMode: 'decimal', autoComplete: 'off' } as const
  const mass = { label: `Mass (${massUnit(type).name})`, value: form.mass, error: errors.mass }
  const radius = { label: 'Radius (km)', value: form.radius, error: errors.radius }
  return (
    <div className="field-pair">
      <Field {...number} {...mass} onText={onField('mass')} />
      <Field {...number} {...radius} onText={onField('radius')} />
    </div>
  )
}
