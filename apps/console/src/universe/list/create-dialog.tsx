import { useState, type FormEvent } from 'react'
import { createUniverse } from '../../api/universes.ts'
import { go } from '../../navigation/history.ts'
import { universePath } from '../../navigation/route.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useAction } from '../../ui/use-action.ts'
import { NameField } from './name-field.tsx'

export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<'empty' | 'sol'>('sol')
  const action = useAction()
  const create = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => go(universePath((await createUniverse(name.trim(), preset)).id)))
  }
  return (
    <Dialog title="New universe" onClose={onClose}>
      <form onSubmit={create}>
        <NameField value={name} onText={setName} />
        <fieldset className="choice">
          <legend>Begin with</legend>
          {presets.map(({ value, title, words }) => (
            <label key={value}>
              <input
                type="radio"
                name="preset"
                checked={preset === value}
                onChange={() => setPreset(value)}
              />
              <span>
                {title}
                <span className="small soft">{words}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <FormEnd action={action} verb="Create" onClose={onClose} />
      </form>
    </Dialog>
  )
}

const presets = [
  { value: 'sol', title: 'The solar system', words: 'Sun, planets and large moons where they really are' },
  { value: 'empty', title: 'Nothing', words: 'An empty universe, to fill by hand or with an assistant' },
] as const
