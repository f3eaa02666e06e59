import { useCallback, useEffect, useState, type FormEvent } from 'react'
import { listMembers, share, unshare } from '../../api/universes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction, type Action } from '../../ui/use-action.ts'
import type { Member, UniverseInfo } from '../../api/wire.ts'

type Role = 'editor' | 'viewer'

export function ShareDialog({
  universe,
  onClose,
}: {
  readonly universe: UniverseInfo
  readonly onClose: () => void
}) {
  const [members, setMembers] = useState<readonly Member[]>([])
  const [status, setStatus] = useState('')
  const action = useAction()
  const { run } = action
  const read = useCallback(async () => setMembers((await listMembers(universe.id)).members), [universe.id])
  useEffect(() => void run(read), [run, read])
  const change = (work: () => Promise<string>) =>
    run(async () => setStatus(await work())).then(() => run(read))
  const remove = (member: Member) =>
    change(async () => {
      await unshare(universe.id, member.id)
      return `${nameOf(member)} no longer sees it.`
    })
  return (
    <Dialog title={`Share ${universe.name}`} onClose={onClose}>
      <ShareForm universeId={universe.id} action={action} onShare={change} />
      <p className="small soft" role="status">
        {status}
      </p>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <ul className="members" aria-label="Who sees it">
        {members.map((member) => (
          <li key={member.id}>
            <span>{nameOf(member)}</span>
            <span className="soft">{member.role}</span>
            {member.role !== 'owner' && (
              <button type="button" className="link" onClick={() => void remove(member)}>
                Remove<span className="unseen"> {nameOf(member)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface FormProps {
  readonly universeId: string
  readonly action: Action
  readonly onShare: (work: () => Promise<string>) => Promise<boolean>
}

function ShareForm({ universeId, action, onShare }: FormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const add = (event: FormEvent) => {
    event.preventDefault()
    void onShare(async () => {
      const member = await share(universeId, email.trim(), role)
      setEmail('')
      return `${nameOf(member)} can now ${role === 'editor' ? 'change it' : 'look at it'}.`
    })
  }
  return (
    <form onSubmit={add} className="share-form">
      <Field
        label="E-mail of somebody with an account here"
        type="email"
        value={email}
        onText={setEmail}
        required
        data-first
      />
      <div className="field">
        <label htmlFor="share-role">They may</label>
        <select
          id="share-role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value === 'editor' ? 'editor' : 'viewer')}
        >
          <option value="viewer">look at it</option>
          <option value="editor">look at it and change it</option>
        </select>
      </div>
      <button type="submit" className="button primary" disabled={action.isBusy}>
        Share
      </button>
    </form>
  )
}

function nameOf({ name }: Member): string {
  return name === '' ? 'Someone without a name' : name
}
