import { useState } from 'react'
import { writeSearch } from '../../navigation/search.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { linkOf } from './link-of.ts'
import type { AskReply } from './use-asking.ts'

/** A link for colleagues: it asks the same question again, with the data that the reader may see. */
export function ShareButton({ reply }: { readonly reply: AskReply }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button slim" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen && (
        <Dialog title="Share this answer" onClose={() => setOpen(false)}>
          <p className="soft">
            Everyone with an account here who may ask questions can open this link. It asks again, so the
            answer has the data of that moment.
          </p>
          <CodeBlock
            code={`${window.location.origin}/app/ask${writeSearch(linkOf(reply))}`}
            label="the link"
          />
        </Dialog>
      )}
    </>
  )
}
