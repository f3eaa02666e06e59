import { homePath } from '../navigation/route.ts'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

export function MissingPage() {
  return (
    <PageFrame title="There is no such page">
      <Card>
        <Empty
          icon="search"
          title="Nothing is at this address"
          action={<Link to={homePath}>To the home page</Link>}
        >
          It may have been copied in part, or the page may have moved.
        </Empty>
      </Card>
    </PageFrame>
  )
}
