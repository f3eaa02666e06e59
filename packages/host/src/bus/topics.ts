/** An account, or what it has granted, has changed: `{ userId }`. */
export const accountTopic = 'account.changed'

export function changedAccount(message: unknown): string | undefined {
  if (message === null || typeof message !== 'object' || !('userId' in message)) return undefined
  return typeof message.userId === 'string' ? message.userId : undefined
}
