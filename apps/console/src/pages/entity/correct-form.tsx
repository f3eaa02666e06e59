import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { fieldWords } from '../../truth/trace.ts'
import { useTruthRefresh } from '../../truth/use-truth-refresh.ts'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Entity } from './page.tsx'
import { hintFor, typedText, typedValue } from './typed-value.ts'

interface Props {
  readonly entity: Entity
  readonly field: string
  readonly type: string
  readonly value: unknown
  readonly onDone: () => void
}

/** A value typed by a person; it takes precedence over every source. */
export function CorrectForm({ entity, field, type, value, onDone }: Props) {
  const [typed, setTyped] = useState(typedText(value))
  const action = useAction()
  const refresh = useTruthRefresh()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await action.run(async () => {
      await client.POST('/api/truth/correct', {
        body: {
          entity_id: entity.entity_id,
          entity_type: entity.entity_type,
          field,
          value: typedValue(type, typed),
        },
      })
      await refresh()
    })
    if (!isSaved) return
    toast('Corrected. It counts above every source.')
    onDone()
  }
  return (
    <form className="correct-form" onSubmit={(event) => void save(event)}>
      <Field
        label={`Correct value of ${fieldWords(field)}`}
        hint={hintFor(type)}
        value={typed}
        onText={setTyped}
        autoFocus
      />
      <FormEnd action={action} verb="Save the correction" onClose={onDone} />
    </form>
  )
}
