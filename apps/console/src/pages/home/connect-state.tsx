import { api } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'

/** The connected assistants, or a link to connect the first one. */
export function ConnectState() {
  const apps = api.useQuery('get', '/api/connected-apps')
  return (
    <Card title="Your assistants" actions={<Link to="/app/connect">Connect</Link>}>
      <Loaded query={apps}>
        {({ connected_apps: list }) =>
          list.length === 0 ? (
            <Empty
              icon="plug"
              title="None is connected yet"
              action={
                <Link to="/app/connect" className="button primary">
                  Connect an assistant
                </Link>
              }
            >
              Claude, ChatGPT, Cursor, VS Code and others need only one address and your sign-in.
            </Empty>
          ) : (
            <ul className="rows">
              {list.slice(0, 5).map((app) => (
                <li key={app.id}>
                  <strong className="grow clip">{app.client_name}</strong>
                  <span className="small soft">
                    used <Moment at={app.last_used_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
