import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useAction } from '../../ui/use-action.ts'
import { HandOver } from './hand-over.tsx'
import { roleOptions, type RoleName } from './roles.ts'

/** Creates an account and shows the link by which the person chooses a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh()
  const action = useAction()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<RoleName>('contributor')
  const [link, setLink] = useState<string>()
  const invite = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const body = { email: email.trim(), role, ...(name.trim() === '' ? {} : { name: name.trim() }) }
      const { data } = await client.POST('/api/invitations', { body })
      setLink(data?.url)
      await refresh('/api/users')
    })
  }
  if (link !== undefined) return <HandOver title="Invited" email={email} link={link} onClose={onClose} />
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form onSubmit={invite}>
        <Field
          label="E-mail"
          type="email"
          value={email}
          onText={setEmail}
          required
          maxLength={254}
          data-first
        />
        <Field
          label="Name"
          hint="Optional; they can change it."
          value={name}
          onText={setName}
          maxLength={200}
        />
        <SelectField label="Role" value={role} options={roleOptions} onValue={setRole} />
        <FormEnd action={action} verb="Invite" onClose={onClose} />
      </form>
    </Dialog>
  )
}
