/** Shown only after a moment, so that quick responses do not flicker. */
export function Waiting({ words }: { readonly words: string }) {
  return (
    <p className="waiting" role="status">
      {words} …
    </p>
  )
}
