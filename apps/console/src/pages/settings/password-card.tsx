import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useAccount } from '../../api/use-account.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'

export function PasswordCard() {
  const { email, has_password: hasPassword } = useAccount()
  const refresh = useRefresh()
  const action = useAction()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const [isEverywhere, setEverywhere] = useState(true)
  const change = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const body = { current_password: current, new_password: wanted, sign_out_everywhere: isEverywhere }
      await client.POST('/api/account/password', { body })
      setCurrent('')
      setWanted('')
      await refresh('/api/connected-apps')
      toast('Your password was changed')
    })
  }
  if (!hasPassword)
    return (
      <Card title="Password">
        <p>You sign in elsewhere and have no password here.</p>
      </Card>
    )
  return (
    <Card title="Password">
      <form onSubmit={change} className="narrow">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onText={setCurrent}
          required
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={wanted}
          onText={setWanted}
          required
        />
        <CheckField
          label="Sign out everywhere else"
          hint="Other browsers and connected apps have to sign in again. Personal tokens stay."
          isChecked={isEverywhere}
          onCheck={setEverywhere}
        />
        {action.problem !== undefined && <ProblemNote problem={action.problem} />}
        <p>
          <button type="submit" className="button" disabled={action.isBusy}>
            Change password
          </button>
        </p>
      </form>
    </Card>
  )
}
