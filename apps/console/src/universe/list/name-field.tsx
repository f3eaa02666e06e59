import { Field } from '../../ui/field.tsx'

/** The name of a universe, the first field of its dialogs. */
export function NameField({
  value,
  onText,
}: {
  readonly value: string
  readonly onText: (name: string) => void
}) {
  return (
    <Field
      label="Name"
      value={value}
      onText={onText}
      required
      maxLength={200}
      data-first
      autoComplete="off"
    />
  )
}
