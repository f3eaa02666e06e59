import type { SessionLink } from './legacy-session.ts'
import type { Session } from './session.ts'
import type { SessionContext } from './session-context.ts'
import { ownerOf } from './session-store.ts'

/** A longer text is stored in Redis until it is fetched. */
const longAnswer = 128 * 1024
const answerWaitsMs = 60_000

export function answerKey(question: string): string {
  return `answer:${question}`
}

/** What a session at this instance needs of the store and of the other instances. */
export function sessionLink(context: SessionContext, record: Session): SessionLink {
  const { store, redis, bus } = context.options
  const owner = ownerOf(record)
  const current = () => context.get(owner)?.record ?? record
  return {
    log: context.logOf(record),
    newName: () => context.newName(),
    setLogLevel: (logLevel) => store.change(current(), { logLevel }),
    watch: async (uri, needs, most) => {
      if (!(await store.watch(current(), uri, needs, most))) return false
      // Published before any change that follows the answer.
      await context.tell({ ...owner, kind: 'watch', uri, needs: [...needs] })
      return true
    },
    unwatch: async (uri) => {
      await store.unwatch(current(), uri)
      await context.tell({ ...owner, kind: 'unwatch', uri })
    },
    cancel: (call) => context.tell({ ...owner, kind: 'cancel', call }),
    answer: async (question, result, error) => {
      const text = JSON.stringify({ result, error })
      if (redis === undefined || text.length <= longAnswer)
        return context.tell({ ...owner, kind: 'answer', question, ...JSON.parse(text) })
      await redis.set(answerKey(question), text, 'PX', answerWaitsMs)
      await context.tell({ ...owner, kind: 'answer', question, isElsewhere: true })
    },
    grew: (stream) => bus.publish('session', { ...owner, kind: 'grew', stream }),
    taken: (stream) =>
      bus.publish('session', { ...owner, kind: 'follow', stream, by: context.instances.own }),
  }
}
