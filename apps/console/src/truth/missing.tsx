import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

/** For the address of an entity or source that does not exist. */
export function Missing({ title, says }: { readonly title: string; readonly says: string }) {
  return (
    <PageFrame title={title}>
      <Card>
        <Empty icon="truth" title={says} action={<Link to="/app/truth">To Truth</Link>}>
          It was erased, or the address is wrong.
        </Empty>
      </Card>
    </PageFrame>
  )
}
