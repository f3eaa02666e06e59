import { api } from '../../api/client.ts'
import { clientNameOf } from '../../api/client-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'

function ByClient({ name }: { readonly name: string }) {
  return name === '' ? null : <span className="small soft"> by {name}</span>
}

/** `add_task` → `Add task`. */
function toolWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

/** The latest calls of the person's assistants. */
export function Latest() {
  const audit = api.useQuery('get', '/api/account/audit', {
    params: { query: { action: 'mcp.tool.call', limit: 8 } },
  })
  return (
    <Card title="New: what your assistants did" actions={<Link to="/app/activity">All activity</Link>}>
      <Loaded query={audit}>
        {({ events, searched_to: searchedTo }) =>
          events.length === 0 ? (
            <Empty icon="activity" title={searchedTo === undefined ? 'Nothing yet' : 'Nothing lately'}>
              Every call of an assistant is listed here.
            </Empty>
          ) : (
            <ul className="rows">
              {events.map((event) => (
                <li key={event.id}>
                  <span className="grow">
                    <Link to={`/app/activity?resource_id=${encodeURIComponent(event.resource_id)}`}>
                      {toolWords(event.resource_id || event.action)}
                    </Link>
                    <ByClient name={clientNameOf(event.metadata)} />
                  </span>
                  <span className="small soft">
                    <Moment at={event.at} />
                  </span>
                  {event.outcome !== 'ok' && <Badge tone="warn">{event.outcome}</Badge>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
