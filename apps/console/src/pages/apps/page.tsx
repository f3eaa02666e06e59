import { useMay } from '../../api/use-account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { PersonalTokens } from './personal-tokens.tsx'

export function Page() {
  return (
    <PageFrame
      title="Apps and sessions"
      about="What may act for you here. Ending the access of one takes effect at its next request."
    >
      <ConnectedApps />
      <PersonalTokens />
      <OpenSessions isForEveryone={useMay('sessions:read')} />
    </PageFrame>
  )
}
