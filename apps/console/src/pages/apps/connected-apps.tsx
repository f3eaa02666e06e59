import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api, client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Scopes } from './scopes.tsx'

const path = '/api/connected-apps'
type App = AnswerOf<typeof path>['connected_apps'][number]

export function ConnectedApps() {
  const apps = api.useQuery('get', path)
  const [ending, setEnding] = useState<App>()
  return (
    <Card title="Connected apps">
      <Loaded query={apps}>
        {({ connected_apps: list }) =>
          list.length === 0 ? (
            <Empty
              icon="plug"
              title="No app is connected"
              action={
                <Link to="/app/connect" className="button">
                  Connect an assistant
                </Link>
              }
            >
              An assistant that you connect is listed here with what it may do.
            </Empty>
          ) : (
            <ul className="rows">
              {list.map((app) => (
                <AppRow key={app.id} app={app} onEnd={() => setEnding(app)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {ending !== undefined && <EndDialog app={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  )
}

function AppRow({ app, onEnd }: { readonly app: App; readonly onEnd: () => void }) {
  return (
    <li>
      <div className="grow">
        <strong className="clip" title={app.client_name}>
          {app.client_name}
        </strong>
        <span className="small soft clip" title={app.redirect_host}>
          From {app.redirect_host}
        </span>
        <div className="small soft">
          Connected <Moment at={app.created_at} />, last used <Moment at={app.last_used_at} />, at{' '}
          {new URL(app.resource).pathname}
        </div>
        <Scopes scope={app.scope} />
      </div>
      <button
        type="button"
        className="button slim danger"
        onClick={onEnd}
        aria-label={`Revoke ${app.client_name}`}
      >
        Revoke
      </button>
    </li>
  )
}

function EndDialog({ app, onClose }: { readonly app: App; readonly onClose: () => void }) {
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Revoke ${app.client_name}?`}
      verb="Revoke"
      act={() => client.DELETE('/api/connected-apps/{id}', { params: { path: { id: app.id } } })}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`${app.client_name} has no access any more`)
        void refresh(path)
      }}
    >
      Its next request is refused. To use it again, you sign in with it again.
    </ConfirmDialog>
  )
}
