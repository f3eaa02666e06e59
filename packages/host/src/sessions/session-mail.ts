import type { ServedSession } from './served-session.ts'
import type { SessionContext } from './session-context.ts'
import { answerKey } from './session-link.ts'
import type { SessionMessage } from './session-messages.ts'
import { readAnswer } from './session-messages.ts'

/** Handles a message about a session from another instance, or from this one. */
export async function hear(context: SessionContext, message: SessionMessage): Promise<void> {
  if (message.kind === 'left') return context.instances.left(message.instance)
  const served = context.get(message)
  if (message.kind === 'ended') {
    if (served !== undefined) context.drop(served)
    return context.options.store.forget(message.userId, message.id)
  }
  if (served === undefined) return
  const { session } = served
  switch (message.kind) {
    case 'cancel':
      return session.running.get(message.call)?.abort()
    case 'answer':
      return answer(context, served, message)
    case 'watch':
      if (served.home !== undefined) session.subscriptions.set(message.uri, message.needs)
      return
    case 'unwatch':
      session.subscriptions.delete(message.uri)
      return
    case 'home':
      return leave(context, served)
    case 'follow':
      return follow(context, served, message.stream, message.by)
    case 'say':
      return say(context, served, message)
    case 'grew':
      for (const follower of served.followers) if (follower.name === message.stream) follower.pump()
  }
}

async function answer(
  { options }: SessionContext,
  { session }: ServedSession,
  { question, result, error, isElsewhere }: Extract<SessionMessage, { kind: 'answer' }>,
): Promise<void> {
  if (isElsewhere !== true) return void session.answeredHere(question, result, error)
  if (!session.isWaitingFor(question)) return
  const text = await options.redis?.getdel(answerKey(question))
  const fetched = typeof text === 'string' ? readAnswer(text) : undefined
  if (fetched !== undefined) session.answeredHere(question, fetched.result, fetched.error)
}

async function say(
  { options }: SessionContext,
  { home }: ServedSession,
  { json, key }: Extract<SessionMessage, { kind: 'say' }>,
): Promise<void> {
  if (home === undefined) return
  const text = json ?? (key === undefined ? undefined : await options.redis?.getdel(key))
  if (typeof text === 'string') home.send(text)
}

/** The stored value decides, so that of two instances that claim a session at once one stays. */
async function leave({ options }: SessionContext, served: ServedSession): Promise<void> {
  if (served.home === undefined) return
  const { userId } = served.session.start
  const found = await options.store.find(userId, served.session.id)
  if (found === undefined || found === 'terminated') return
  if (found.home !== served.home.name) served.leaveHome()
}

function follow({ instances }: SessionContext, served: ServedSession, stream: string, by: string): void {
  if (by === instances.own) return
  served.session.stream(stream)?.followed()
  for (const follower of served.followers) if (follower.name === stream) follower.end()
}
