import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly code: string
  /** What it is, such as “the configuration”; the copy button says it. */
  readonly label: string
}

/** Text to be copied as it is. */
export function CodeBlock({ code, label }: Props) {
  return (
    <div className="code-block">
      {/* Long lines scroll, so the block can be reached and scrolled by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label}`} />
    </div>
  )
}
