import { useState } from 'react'
import { personName } from '../../api/person-name.ts'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { HandOver } from './hand-over.tsx'
import type { Account } from './page.tsx'
import { PersonApps } from './person-apps.tsx'
import { roleOptions } from './roles.ts'

interface Props {
  readonly person: Account
  readonly isMe: boolean
  readonly onClose: () => void
}

export function PersonDialog({ person, isMe, onClose }: Props) {
  const refresh = useRefresh()
  const action = useAction()
  const [link, setLink] = useState<string>()
  const [isErasing, setErasing] = useState(false)
  const params = { path: { id: person.id } }
  const change = (body: { role?: Account['role']; is_disabled?: boolean }) =>
    action.run(async () => {
      await client.PATCH('/api/users/{id}', { params, body })
      await refresh('/api/users')
      toast(`${personName(person)} was changed`)
    })
  const reset = () =>
    action.run(async () => {
      const { data } = await client.POST('/api/users/{id}/reset-link', { params })
      setLink(data?.url)
    })
  if (link !== undefined)
    return <HandOver title="New password" email={person.email} link={link} onClose={onClose} />
  if (isErasing) return <EraseDialog person={person} onClose={() => setErasing(false)} onDone={onClose} />
  return (
    <Dialog title={personName(person)} onClose={onClose}>
      <p className="soft">{person.email}</p>
      <SelectField
        label="Role"
        value={person.role}
        options={roleOptions}
        hint={isMe ? 'This is you. Without the role of an admin you cannot take it back.' : undefined}
        onValue={(role) => void change({ role })}
      />
      <div className="button-row">
        <button type="button" className="button slim" onClick={() => void reset()}>
          Link for a new password
        </button>
        <button
          type="button"
          className="button slim"
          onClick={() => void change({ is_disabled: !person.is_disabled })}
        >
          {person.is_disabled ? 'Enable' : 'Disable'}
        </button>
        <button type="button" className="button slim danger" onClick={() => setErasing(true)}>
          Erase …
        </button>
      </div>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <PersonApps id={person.id} />
    </Dialog>
  )
}

interface EraseProps {
  readonly person: Account
  readonly onClose: () => void
  readonly onDone: () => void
}

function EraseDialog({ person, onClose, onDone }: EraseProps) {
  const refresh = useRefresh()
  const params = { path: { id: person.id }, query: { data: 'erase' as const } }
  return (
    <ConfirmDialog
      title={`Erase ${personName(person)}?`}
      verb="Erase for good"
      act={() => client.DELETE('/api/users/{id}', { params })}
      onClose={onClose}
      onDone={() => {
        onDone()
        toast(`${personName(person)} was erased`)
        void refresh('/api/users')
      }}
    >
      The account goes with everything that is theirs: tasks, facts, files, universes. This cannot be undone.
      To only lock them out, disable the account.
    </ConfirmDialog>
  )
}
