import { PageFailedNote } from '../ui/page-failed-note.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

/** A page whose code could not be loaded, such as after an update of the server, or that failed to render. */
export function PageFailure() {
  return (
    <PageFrame title="This page has failed">
      <PageFailedNote />
    </PageFrame>
  )
}
