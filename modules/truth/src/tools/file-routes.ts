import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { Answer, text, Uuid } from '../fields.ts'
import type { Truth } from '../truth.ts'

/** Files as bytes, which no tool can receive or return. */
export const fileRoutes = [
  defineRoute({
    method: 'POST',
    path: '/api/truth/files',
    summary: 'Remember a file of up to 2 GiB, sent as it is',
    needs: 'truth:write',
    effect: 'write',
    countsAs: 'ingest',
    body: 'bytes',
    bodyLimitBytes: 2 * 1024 ** 3,
    query: z.strictObject({
      original_filename: text(255).optional(),
      interpret: z.enum(['true', 'false', 'later']).default('true'),
    }),
    output: Answer,
    run: (truth: Truth, { body, query }, { caller, signal }) =>
      truth.files.take(caller, {
        bytes: body.bytes,
        mimeType: body.contentType?.slice(0, 200) ?? 'application/octet-stream',
        filename: query.original_filename ?? body.fileName,
        interpret: query.interpret === 'true' ? 'now' : query.interpret === 'later' ? 'later' : 'never',
        maxBytes: 2 * 1024 ** 3,
        signal,
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/truth/files/:id',
    summary: 'Save a file, by a link of get_file_url',
    needs: 'truth:read',
    effect: 'read',
    admits: 'link',
    params: z.strictObject({ id: Uuid }),
    output: 'download',
    run: (truth: Truth, { params }, { caller }) => truth.files.download(caller, params.id),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/truth/jobs/:id',
    summary: 'How the reading of a large file goes',
    needs: 'truth:read',
    effect: 'read',
    params: z.strictObject({ id: Uuid }),
    output: Answer,
    run: (truth: Truth, { params }, { caller }) => truth.files.job(caller, params.id),
  }),
]
