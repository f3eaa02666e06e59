import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useAccount } from '../../api/use-account.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useAction } from '../../ui/use-action.ts'

const lives = [
  { value: '30', title: '30 days' },
  { value: '90', title: '90 days' },
  { value: '365', title: 'One year' },
] as const

/** Creates a token and shows it once. */
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [token, setToken] = useState<string>()
  if (token === undefined) return <TokenForm onClose={onClose} onMade={setToken} />
  return (
    <Dialog title="Your new token" onClose={onClose}>
      <p>Copy it now. It is not shown again.</p>
      <CodeBlock code={token} label="the token" />
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  )
}

interface FormProps {
  readonly onClose: () => void
  readonly onMade: (token: string) => void
}

function TokenForm({ onClose, onMade }: FormProps) {
  const { permissions } = useAccount()
  const refresh = useRefresh()
  const action = useAction()
  const [name, setName] = useState('')
  const [days, setDays] = useState<(typeof lives)[number]['value']>('90')
  const [isReadOnly, setReadOnly] = useState(true)
  const make = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const scope = isReadOnly ? permissions.filter((each) => each.endsWith(':read')) : [...permissions]
      const body = { name: name.trim(), scope, expires_in_days: Number(days) }
      const { data } = await client.POST('/api/personal-tokens', { body })
      if (data?.token !== undefined) onMade(data.token)
      await refresh('/api/personal-tokens')
    })
  }
  return (
    <Dialog title="New token" onClose={onClose}>
      <form onSubmit={make}>
        <Field
          label="Name"
          hint="Where it is used, such as “nightly report”."
          value={name}
          onText={setName}
          required
          maxLength={200}
          data-first
        />
        <SelectField label="Ends after" value={days} options={lives} onValue={setDays} />
        <CheckField
          label="For reading only"
          hint="It cannot add, change or delete anything."
          isChecked={isReadOnly}
          onCheck={setReadOnly}
        />
        <FormEnd action={action} verb="Make it" onClose={onClose} />
      </form>
    </Dialog>
  )
}
