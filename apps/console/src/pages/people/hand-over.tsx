import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  readonly title: string
  readonly email: string
  readonly link: string
  readonly onClose: () => void
}

/** A link that works once. The server sends no mail, so the admin hands it over. */
export function HandOver({ title, email, link, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Give this link to {email}. It works once, and leads to where they choose a password.</p>
      <CodeBlock code={link} label="the link" />
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  )
}
