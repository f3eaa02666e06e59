import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api, client } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { HowTo } from './how-to.tsx'
import { TokenForm } from './token-form.tsx'

interface Props {
  readonly connection: AnswerOf<'/api/vikunja/token'>
}

/** The owner of the stored token, whether Vikunja still accepts it, and buttons to replace and remove it. */
export function Connected({ connection: { server, username, stored_at: storedAt } }: Props) {
  const [open, setOpen] = useState<'replace' | 'remove'>()
  const check = api.useMutation('post', '/api/vikunja/token/test')
  const close = () => {
    setOpen(undefined)
    check.reset()
  }
  return (
    <Card title="Your Vikunja account" actions={<Badge tone="good">connected</Badge>}>
      <dl className="facts">
        <dt>Server</dt>
        <dd>
          <a href={server} target="_blank" rel="noreferrer">
            {server}
          </a>
        </dd>
        <dt>Account there</dt>
        <dd>{username}</dd>
        <dt>Stored</dt>
        <dd>{storedAt === null ? 'unknown' : <Moment at={storedAt} />}</dd>
      </dl>
      <p className="button-row">
        <button type="button" className="button" disabled={check.isPending} onClick={() => check.mutate({})}>
          {check.isPending ? 'Asking Vikunja …' : 'Test'}
        </button>
        <button type="button" className="button" onClick={() => setOpen('replace')}>
          Replace
        </button>
        <button type="button" className="button danger" onClick={() => setOpen('remove')}>
          Remove
        </button>
      </p>
      {check.error !== null && (
        <ProblemNote problem={asProblem(check.error)} onRetry={() => check.mutate({})} />
      )}
      {check.data !== undefined && (
        <div className={`note ${check.data.ok ? 'good' : 'bad'}`} role="status">
          <p>{check.data.message}</p>
        </div>
      )}
      {open !== undefined && <ChangeDialog kind={open} server={server} onClose={close} />}
    </Card>
  )
}

interface ChangeProps {
  readonly kind: 'replace' | 'remove'
  readonly server: string
  readonly onClose: () => void
}

function ChangeDialog({ kind, server, onClose }: ChangeProps) {
  const refresh = useRefresh()
  if (kind === 'replace')
    return (
      <Dialog title="Replace the token" onClose={onClose}>
        <HowTo server={server} />
        <TokenForm verb="Replace" onDone={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title="Remove the token?"
      verb="Remove"
      act={() => client.DELETE('/api/vikunja/token')}
      onClose={onClose}
      onDone={() => {
        onClose()
        void refresh('/api/vikunja/token')
        toast('The token was removed')
      }}
    >
      Your assistants cannot reach Vikunja through this server any more. Nothing changes in Vikunja; revoke
      the token there too if nobody should use it.
    </ConfirmDialog>
  )
}
