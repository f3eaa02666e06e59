/** A page that failed, with the way to load it again. */
export function PageFailedNote() {
  return (
    <div className="note bad" role="alert">
      <p>This page has failed. Nothing that was saved is lost.</p>
      <p>
        <button type="button" className="link" onClick={() => window.location.reload()}>
          Load it again
        </button>
      </p>
    </div>
  )
}
