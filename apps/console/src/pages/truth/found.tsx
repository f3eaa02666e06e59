import { api } from '../../api/client.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EntityTable } from './entity-list.tsx'
import { SourceTable } from './source-list.tsx'

/** Entities and sources that contain the words. */
export function Found({ words, type }: { readonly words: string; readonly type: string | undefined }) {
  const query = { query: words, limit: 50, ...(type === undefined ? {} : { entity_type: type }) }
  const found = api.useQuery('get', '/api/truth/search', { params: { query } })
  return (
    <Loaded query={found} lines={6}>
      {({ entities, sources }) =>
        entities.length + sources.length === 0 ? (
          <Empty icon="search" title="Nothing holds these words">
            Names that are spelled a little differently are found too. Try fewer words.
          </Empty>
        ) : (
          <>
            {entities.length > 0 && <EntityTable rows={entities} />}
            {sources.length > 0 && (
              <>
                <h3 className="found-title">Sources</h3>
                <SourceTable rows={sources} />
              </>
            )}
          </>
        )
      }
    </Loaded>
  )
}
