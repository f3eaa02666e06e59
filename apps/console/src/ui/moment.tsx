import { momentWords } from './moment-words.ts'

/** When something happened: “5 minutes ago”, with the exact time in the tooltip. */
export function Moment({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined) return <span className="soft">never</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {momentWords(date, new Date())}
    </time>
  )
}
