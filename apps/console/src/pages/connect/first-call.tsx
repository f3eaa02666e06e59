import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { clientNameOf } from '../../api/client-name.ts'
import { useEvents } from '../../api/use-events.ts'
import { Icon } from '../../ui/icon.tsx'

type AuditEvent = AnswerOf<'/api/account/audit'>['events'][number]

/** Waits for the first call of any of the person's clients, and turns green. */
export function FirstCall() {
  const [first, setFirst] = useState<AuditEvent>()
  const address = first === undefined ? '/api/account/audit/events?action=mcp.*' : undefined
  // The stream sends rows of the audit in the format of the API.
  useEvents(address, 'audit', (data) => setFirst(data as AuditEvent))
  if (first === undefined)
    return (
      <div className="note waiting-call" role="status">
        <p>
          <span className="pulse" aria-hidden="true" /> Waiting for the first call …
        </p>
      </div>
    )
  return (
    <div className="note good" role="status">
      <p>
        <Icon name="check" size={18} /> Connected: {clientNameOf(first.metadata) || 'your client'} has called{' '}
        {first.resource_id || 'the server'}.
      </p>
    </div>
  )
}
