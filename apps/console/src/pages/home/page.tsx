import { useAccount } from '../../api/use-account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConnectState } from './connect-state.tsx'
import { FirstQuestion } from './first-question.tsx'
import { Latest } from './latest.tsx'
import { Waits } from './waits.tsx'

export function Page() {
  const { name, permissions } = useAccount()
  return (
    <PageFrame title={name === '' ? 'Hello' : `Hello, ${name.length > 60 ? `${name.slice(0, 60)} …` : name}`}>
      {permissions.includes('data_agent:write') && <FirstQuestion />}
      <div className="columns spaced">
        <ConnectState />
        <Waits />
      </div>
      <Latest />
    </PageFrame>
  )
}
