import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ByteBody, Download } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { keepExport } from './exports.ts'
import { localUser, operation } from './operation.ts'

const User = z.string().optional()

/** A module's own routes, for the person at this machine. Files are named by paths, which both processes see. */
export const apiOperations = {
  request: operation({
    input: z.object({
      user: User,
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: z.string(),
      body: z.json().optional(),
    }),
    output: z.json(),
    run: async (workplace, { user, method, path, body }) => {
      const { id } = await localUser(workplace, user)
      const { host, signal } = workplace
      const answer = await host.request(id, { method, path, body, signal })
      if (!isDownload(answer)) return jsonOf(answer)
      await answer.bytes.cancel()
      throw new ToolError('VALIDATION_ERROR', `${method} ${path} answers with a file; download it`)
    },
  }),
  /** Sends the bytes of a file to a route that takes them. */
  upload: operation({
    input: z.object({ user: User, path: z.string(), file: z.string(), contentType: z.string().optional() }),
    output: z.json(),
    run: async (workplace, { user, path, file, contentType }) => {
      const { id } = await localUser(workplace, user)
      const { host, signal } = workplace
      const request = { method: 'POST', path, bytes: await bodyOf(file, contentType), signal } as const
      return jsonOf(await host.request(id, request))
    },
  }),
  /** The answer waits in the data folder under `file`: no answer over the control socket could hold a large one. */
  download: operation({
    input: z.object({
      user: User,
      method: z.enum(['GET', 'POST']),
      path: z.string(),
      /** The bytes of this file are sent along. */
      body: z.string().optional(),
    }),
    output: z.object({ file: z.string(), bytes: z.number(), sha256: z.string() }),
    run: async (workplace, { user, method, path, body }) => {
      const { id } = await localUser(workplace, user)
      const { host, signal, dataFolder } = workplace
      const bytes = body === undefined ? undefined : await bodyOf(body)
      const download = await host.request(id, { method, path, bytes, signal })
      if (!isDownload(download))
        throw new ToolError('VALIDATION_ERROR', `${method} ${path} does not answer with a file`)
      return { ...(await keepExport(dataFolder, download.bytes)) }
    },
  }),
}

function isDownload(answer: unknown): answer is Download {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'bytes' in answer &&
    answer.bytes instanceof ReadableStream
  )
}

function jsonOf(answer: unknown): z.core.util.JSONType {
  // A route's answer was serialised as JSON before it came here.
  return answer as z.core.util.JSONType
}

async function bodyOf(file: string, contentType?: string): Promise<ByteBody> {
  const { size } = await stat(file)
  return {
    bytes: createReadStream(file),
    contentType,
    length: size,
    fileName: basename(file),
  }
}
