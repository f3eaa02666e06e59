import { useState } from 'react'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Checks the chain of the audit and shows the result. */
export function VerifyButton() {
  const [isOpen, setOpen] = useState(false)
  const check = api.useMutation('post', '/api/admin/audit/verification')
  const start = () => {
    setOpen(true)
    check.mutate({})
  }
  return (
    <>
      <button type="button" className="button slim" onClick={start}>
        Verify the chain
      </button>
      {isOpen && (
        <Dialog title="The chain of the audit" onClose={() => setOpen(false)}>
          {check.isPending && <Skeleton lines={3} />}
          {check.error !== null && <ProblemNote problem={asProblem(check.error)} onRetry={start} />}
          {check.data !== undefined && (
            <>
              <div className={`note ${check.data.ok ? 'good' : 'bad'}`} role="status">
                <p>
                  {check.data.ok
                    ? 'The chain is whole: nobody has changed, removed or added a row.'
                    : `The chain is broken: ${check.data.problem ?? 'see quipu audit verify'}.`}
                </p>
              </div>
              <dl className="facts">
                <dt>Sealed rows</dt>
                <dd>{check.data.sealed_rows.toLocaleString()}</dd>
                <dt>Not sealed yet</dt>
                <dd>{check.data.unsealed_rows}</dd>
                <dt>Newest seal</dt>
                <dd>
                  <code>
                    {check.data.head === null ? 'none' : `${check.data.head.number} ${check.data.head.hash}`}
                  </code>
                </dd>
              </dl>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
