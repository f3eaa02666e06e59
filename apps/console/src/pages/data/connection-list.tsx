import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Connection } from './page.tsx'

const kinds = {
  sqlite: 'SQLite',
  files: 'files',
  postgres: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
  uploads: 'sent files',
} as const
const path = '/api/data-agent/connections/{connection_id}'

interface Props {
  readonly all: readonly Connection[]
  readonly mayConnect: boolean
}

export function ConnectionList({ all, mayConnect }: Props) {
  const action = useAction()
  const refresh = useRefresh()
  const [removing, setRemoving] = useState<Connection>()
  const test = ({ id, name }: Connection) =>
    action.run(async () => {
      const { data } = await client.POST(`${path}/test`, { params: { path: { connection_id: id } } })
      toast(`${name}: ${data?.message ?? ''}`)
    })
  if (all.length === 0) return <p className="soft">Nothing is connected.</p>
  return (
    <>
      <ul className="rows wide-rows">
        {all.map((one) => (
          <li key={one.id}>
            <span className="grow">
              {one.name}
              {one.place !== null && !one.is_sample && (
                <span className="small soft data-note clip">{one.place}</span>
              )}
            </span>
            <Badge>{one.is_sample ? 'sample' : kinds[one.kind]}</Badge>
            {mayConnect && (
              <Actions
                one={one}
                isBusy={action.isBusy}
                onTest={() => void test(one)}
                onRemove={() => setRemoving(one)}
              />
            )}
          </li>
        ))}
      </ul>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      {removing !== undefined && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          verb="Remove"
          act={() => client.DELETE(path, { params: { path: { connection_id: removing.id } } })}
          onClose={() => setRemoving(undefined)}
          onDone={() => {
            setRemoving(undefined)
            void refresh('/api/data-agent/connections')
          }}
        >
          The database is not touched. Files that were sent here are deleted.
        </ConfirmDialog>
      )}
    </>
  )
}

interface ActionProps {
  readonly one: Connection
  readonly isBusy: boolean
  readonly onTest: () => void
  readonly onRemove: () => void
}

function Actions({ one, isBusy, onTest, onRemove }: ActionProps) {
  return (
    <>
      <button
        type="button"
        className="button slim"
        disabled={isBusy}
        onClick={onTest}
        aria-label={`Test ${one.name}`}
      >
        Test
      </button>
      {!one.is_sample && (
        <button
          type="button"
          className="button slim danger"
          onClick={onRemove}
          aria-label={`Remove ${one.name}`}
        >
          Remove
        </button>
      )}
    </>
  )
}
