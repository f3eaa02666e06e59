/** A placeholder in the shape of text. It shows after a moment, so that quick responses do not flicker. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading …</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  )
}
