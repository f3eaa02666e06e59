import { Badge } from '../../ui/badge.tsx'

/** The permissions of a credential, as badges. */
export function Scopes({ scope }: { readonly scope: readonly string[] }) {
  if (scope.length === 0) return null
  return (
    <details className="small">
      <summary>
        {scope.length} {scope.length === 1 ? 'permission' : 'permissions'}
      </summary>
      <div className="badges">
        {scope.map((name) => (
          <Badge key={name}>{name}</Badge>
        ))}
      </div>
    </details>
  )
}
