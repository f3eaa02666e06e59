import { api } from '../../api/client.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { dayWords } from './as-of-scale.ts'

/** The dated events of an entity, the latest first. */
export function Timeline({ id }: { readonly id: string }) {
  const events = api.useQuery('get', '/api/truth/entities/{id}/events', {
    params: { path: { id }, query: {} },
  })
  return (
    <Loaded query={events}>
      {({ events: all, total }) =>
        all.length === 0 ? (
          <p className="soft">No date is known.</p>
        ) : (
          <>
            <ol className="timeline">
              {all.map(({ id: event, event_type: type, event_timestamp: at, source_id: source }) => (
                <li key={event}>
                  <time dateTime={at}>{dayWords(at)}</time>
                  <span>
                    {eventWords(type)}{' '}
                    <Link to={`/app/truth/sources/${source}`} className="small">
                      Source
                    </Link>
                  </span>
                </li>
              ))}
            </ol>
            {total > all.length && <p className="small soft">and {total - all.length} earlier ones</p>}
          </>
        )
      }
    </Loaded>
  )
}

/** `InvoiceIssued` → `Invoice issued`. */
function eventWords(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
