import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useAccount } from '../../api/use-account.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'

export function ProfileCard() {
  const me = useAccount()
  const refresh = useRefresh()
  const action = useAction()
  const [name, setName] = useState(me.name)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await client.PATCH('/api/account', { body: { name: name.trim() } })
      await refresh('/api/account')
      toast('Your name was changed')
    })
  }
  return (
    <Card title="Profile">
      <form onSubmit={save} className="narrow">
        <Field label="Name" value={name} onText={setName} required maxLength={200} autoComplete="name" />
        <dl className="facts">
          <dt>E-mail</dt>
          <dd>{me.email}</dd>
          <dt>Role</dt>
          <dd>{me.role}</dd>
        </dl>
        {action.problem !== undefined && <ProblemNote problem={action.problem} />}
        <p>
          <button type="submit" className="button" disabled={action.isBusy || name.trim() === me.name}>
            Save
          </button>
        </p>
      </form>
      <p className="small">
        <a href="/api/account/export">Download everything that is yours</a> ·{' '}
        <a href="/account">Sign out, or sign out everywhere</a>
      </p>
    </Card>
  )
}
