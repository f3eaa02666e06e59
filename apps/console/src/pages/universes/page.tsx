import { useAccount } from '../../api/use-account.ts'
import { UniversesPage } from '../../universe/list/universes-page.tsx'
import '../../styles/list.css'

export function Page() {
  return <UniversesPage me={useAccount()} />
}
