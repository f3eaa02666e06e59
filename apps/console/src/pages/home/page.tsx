import { useAccount } from '../../api/use-account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'

export function Page() {
  return <PageFrame title={`Hello, ${useAccount().name}`}>{null}</PageFrame>
}
