import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api, client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toast } from '../../ui/toasts.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { Scopes } from './scopes.tsx'

const path = '/api/personal-tokens'
type Token = AnswerOf<typeof path>['personal_tokens'][number]

/** Tokens for programs that have no browser to sign in with. */
export function PersonalTokens() {
  const tokens = api.useQuery('get', path)
  const refresh = useRefresh()
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<Token>()
  return (
    <Card
      title="Personal tokens"
      actions={
        <button type="button" className="button slim" onClick={() => setMaking(true)}>
          New token
        </button>
      }
    >
      <p className="soft">For scripts and programs that have no browser to sign in with.</p>
      <Loaded query={tokens}>
        {({ personal_tokens: list }) => (
          <ul className="rows">
            {list.map((token) => (
              <TokenRow key={token.id} token={token} onEnd={() => setEnding(token)} />
            ))}
          </ul>
        )}
      </Loaded>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
      {ending !== undefined && (
        <ConfirmDialog
          title={`Revoke ${ending.name}?`}
          verb="Revoke"
          act={() => client.DELETE('/api/personal-tokens/{id}', { params: { path: { id: ending.id } } })}
          onClose={() => setEnding(undefined)}
          onDone={() => {
            setEnding(undefined)
            toast(`${ending.name} has ended`)
            void refresh(path)
          }}
        >
          Every program that uses this token is refused from now on.
        </ConfirmDialog>
      )}
    </Card>
  )
}

function TokenRow({ token, onEnd }: { readonly token: Token; readonly onEnd: () => void }) {
  return (
    <li>
      <div className="grow">
        <strong className="clip" title={token.name}>
          {token.name}
        </strong>
        <div className="small soft">
          Ends <Moment at={token.expires_at} />, last used <Moment at={token.last_used_at} />
        </div>
        <Scopes scope={token.scope} />
      </div>
      <button
        type="button"
        className="button slim danger"
        onClick={onEnd}
        aria-label={`Revoke ${token.name}`}
      >
        Revoke
      </button>
    </li>
  )
}
