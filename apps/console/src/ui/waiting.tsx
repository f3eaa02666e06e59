/** Shown after a moment only, so that what is quick does not flicker. */
export function Waiting({ words }: { readonly words: string }) {
  return (
    <p className="waiting" role="status">
      {words} …
    </p>
  )
}
