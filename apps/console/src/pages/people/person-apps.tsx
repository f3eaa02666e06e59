import { api, client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'

const path = '/api/users/{id}/connected-apps'

/** A person's connected apps, which an admin can revoke. */
export function PersonApps({ id }: { readonly id: string }) {
  const apps = api.useQuery('get', path, { params: { path: { id } } })
  const refresh = useRefresh()
  const end = async (appId: string) => {
    await client.DELETE('/api/users/{id}/connected-apps/{app_id}', {
      params: { path: { id, app_id: appId } },
    })
    await refresh(path)
  }
  return (
    <>
      <h3>Connected apps</h3>
      <Loaded query={apps} lines={2}>
        {({ connected_apps: list }) =>
          list.length === 0 ? (
            <p className="soft">None.</p>
          ) : (
            <ul className="rows">
              {list.map((app) => (
                <li key={app.id}>
                  <span className="grow">
                    {app.client_name}{' '}
                    <span className="small soft">
                      used <Moment at={app.last_used_at} />
                    </span>
                  </span>
                  <button
                    type="button"
                    className="button slim danger"
                    onClick={() => void end(app.id)}
                    aria-label={`Revoke ${app.client_name}`}
                  >
                    Revoke
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
