import type { Session } from './session.ts'

/** The public part of a session: nothing that gives access to it. */
export interface SessionSummary extends Pick<
  Session,
  | 'id'
  | 'state'
  | 'protocolVersion'
  | 'createdAt'
  | 'lastActivity'
  | 'clientInfo'
  | 'endpoint'
  | 'transport'
  | 'clientId'
> {
  readonly userId: string
  readonly username: string
}

export function summaryOf(session: Session): SessionSummary {
  const { userContext, id, state, protocolVersion, createdAt, lastActivity } = session
  const { clientInfo, endpoint, transport, clientId } = session
  return {
    id,
    userId: userContext.userId,
    username: userContext.username,
    state,
    protocolVersion,
    createdAt,
    lastActivity,
    clientInfo,
    endpoint,
    transport,
    clientId,
  }
}
