import { useAccount } from '../api/use-account.ts'
import { homePath } from '../navigation/route.ts'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

/** In place of a page that the person may not use, so that nothing is asked for that would be refused. */
export function NotForRole({ title }: { readonly title: string }) {
  const { role } = useAccount()
  return (
    <PageFrame title={title}>
      <Card>
        <Empty icon="people" title="Not for your role" action={<Link to={homePath}>To the home page</Link>}>
          You are here as {role}. An admin can change that.
        </Empty>
      </Card>
    </PageFrame>
  )
}
