import { ScopeMissing } from '../calls/permission.ts'
import { isModern } from './modern.ts'
import type { Message } from './protocol.ts'
import { code, errorJson, readMessage, RpcError } from './protocol.ts'
import type { Responder } from './responder.ts'

/** The protocol versions whose clients may send several messages as one array. */
const batchVersions: readonly string[] = ['2025-03-26', '2024-11-05']
const mostInBatch = 100

/** Throws `RpcError` with the HTTP status 400 for an invalid batch; a bad message in a valid one gets its own error. */
export function readBatch(items: readonly unknown[], version: string): readonly (Message | RpcError)[] {
  if (!batchVersions.includes(version))
    throw refused('Batches ended with protocol version 2025-06-18; send one message at a time')
  if (items.length === 0) throw refused('Invalid request: the batch is empty')
  if (items.length > mostInBatch) throw refused(`A batch has at most ${mostInBatch} messages; send fewer`)
  const messages = items.map(readItem)
  for (const message of messages) {
    if (message instanceof RpcError) continue
    if (message.method === 'initialize') throw refused('initialize must be sent alone, not in a batch')
    if (isModern(message, undefined))
      throw refused('A message of protocol version 2026-07-28 must be sent alone, not in a batch')
  }
  return messages
}

export interface BatchParts {
  readonly responder: Responder
  readonly requestId: string
  readonly answer: (message: Message, responder: Responder) => Promise<void>
  readonly asRpcError: (error: unknown) => RpcError
}

/** Answers one after the other, all in one array. A failure of one is its own answer and does not stop the others. */
export async function answerBatch(
  messages: readonly (Message | RpcError)[],
  { responder, requestId, answer, asRpcError }: BatchParts,
): Promise<void> {
  const answers: string[] = []
  const part: Responder = {
    transport: responder.transport,
    isShared: true,
    canSend: responder.canSend,
    send: (json) => responder.send(json),
    answer: (_status, json) => void (json !== undefined && answers.push(json)),
    keepOpen: () => {},
    onClose: (listener) => responder.onClose(listener),
  }
  for (const message of messages) {
    if (message instanceof RpcError) {
      answers.push(errorJson(undefined, message, requestId))
      continue
    }
    try {
      await answer(message, part)
    } catch (error) {
      if (message.method === undefined || message.id === undefined) continue
      const failure =
        error instanceof ScopeMissing ? new RpcError(code.legacyForbidden, error.message) : asRpcError(error)
      answers.push(errorJson(message.id, failure, requestId))
    }
  }
  if (answers.length === 0) responder.answer(202)
  else responder.answer(200, `[${answers.join(',')}]`)
}

function readItem(item: unknown): Message | RpcError {
  try {
    return readMessage(item)
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

function refused(message: string): RpcError {
  return new RpcError(code.invalidRequest, message, { status: 400 })
}
