import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'

interface Props {
  readonly verb: string
  readonly onDone?: () => void
}

/** A form for a token, which is stored if Vikunja accepts it. */
export function TokenForm({ verb, onDone }: Props) {
  const action = useAction()
  const refresh = useRefresh()
  const [token, setToken] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const { data } = await client.PUT('/api/vikunja/token', { body: { token: token.trim() } })
      setToken('')
      await refresh('/api/vikunja/token')
      toast(`Connected as ${data?.username ?? 'you'}`)
      onDone?.()
    })
  }
  return (
    <form onSubmit={save} className="narrow">
      <Field
        label="API token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        minLength={20}
        maxLength={2000}
        placeholder="tk_…"
        value={token}
        onText={setToken}
        data-first
      />
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <p>
        <button type="submit" className="button primary" disabled={action.isBusy}>
          {action.isBusy ? 'Asking Vikunja …' : verb}
        </button>
      </p>
    </form>
  )
}
