import { homePath } from '../navigation/route.ts'
import { Link } from '../ui/link.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

export function MissingPage() {
  return (
    <PageFrame title="There is no such page">
      <p>The address may have been copied in part, or the page may have moved.</p>
      <p>
        <Link to={homePath}>To the home page</Link>
      </p>
    </PageFrame>
  )
}
