import { useState } from 'react'
import { writeSearch } from '../../navigation/search.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { AskReply } from './use-asking.ts'

/** A link for colleagues: it asks the same question again, with the data that the reader may see. */
export function ShareButton({ reply: { request, answer } }: { readonly reply: AskReply }) {
  const [isOpen, setOpen] = useState(false)
  const search = writeSearch({
    ontology: request.ontologyId,
    q: request.question || answer.restatement,
    query: request.query === undefined ? undefined : JSON.stringify(request.query),
  })
  return (
    <>
      <button type="button" className="button slim" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen && (
        <Dialog title="Share this answer" onClose={() => setOpen(false)}>
          <p className="soft">
            Whoever has an account here and may ask can open it. The question is asked anew, of the data as it
            is then.
          </p>
          <CodeBlock code={`${window.location.origin}/app/ask${search}`} label="the link" />
        </Dialog>
      )}
    </>
  )
}
