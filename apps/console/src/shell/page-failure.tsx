import { PageFrame } from '../ui/page-frame.tsx'

/** A page whose code could not be loaded, such as after an update of the server, or that failed to render. */
export function PageFailure() {
  return (
    <PageFrame title="This page has failed">
      <div className="note bad" role="alert">
        <p>This page has failed. Nothing that was saved is lost.</p>
        <p>
          <button type="button" className="link" onClick={() => window.location.reload()}>
            Load it again
          </button>
        </p>
      </div>
    </PageFrame>
  )
}
