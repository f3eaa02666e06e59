import { useState } from 'react'
import { writeSearch } from '../../navigation/search.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Told } from './use-asking.ts'

/** A link for colleagues: it asks the same of the data as it is then, with what the reader may see. */
export function ShareButton({ told: { wish, answer } }: { readonly told: Told }) {
  const [isOpen, setOpen] = useState(false)
  const search = writeSearch({
    ontology: wish.ontologyId,
    q: wish.question || answer.restatement,
    query: wish.query === undefined ? undefined : JSON.stringify(wish.query),
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
