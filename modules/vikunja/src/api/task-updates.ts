import type { JsonObject } from '@quipu/kit'
import { KeptAnswer } from './answers.ts'
import { taskBody } from './bodies.ts'
import { changedMeanwhile, read, type Connection } from './connection.ts'
import type { TaskChanges } from './requests.ts'
import type { UpdateOptions } from './vikunja.ts'

/** Changes only the named fields of a task. Calls for one task must not overlap: each one reads, then writes. */
export async function changeTask(
  connection: Connection,
  id: number,
  changes: TaskChanges,
  options: UpdateOptions,
): Promise<void> {
  const { generation } = await connection.info()
  const { expectedUpdatedAt: expected } = options
  if (generation === 'v2') await patch(connection, id, taskBody(changes), expected)
  else await updateColumns(connection, id, taskBody(changes), expected)
}

/** The server reads, merges and writes. It answers 304 if nothing changed, and does not look at If-Match before 2.6. */
async function patch(connection: Connection, id: number, body: JsonObject, expected?: string): Promise<void> {
  const headers: Record<string, string> = { 'content-type': 'application/merge-patch+json' }
  if (expected !== undefined) {
    const seen = await connection.send('readTask', { task: id })
    demandUnchanged(read(KeptAnswer, seen).updated, expected)
    if (seen.headers['etag'] !== undefined) headers['if-match'] = seen.headers['etag']
  }
  await connection.send('patchTask', { task: id }, { json: body, headers })
}

/**
 * `POST /tasks/{id}` would replace the whole task. The bulk update writes only the columns named in `fields`, but it
 * always replaces assignees, reminders and the star, so these are sent along unchanged.
 */
async function updateColumns(
  connection: Connection,
  id: number,
  body: JsonObject,
  expected?: string,
): Promise<void> {
  const kept = read(KeptAnswer, await connection.send('readTask', { task: id }))
  if (expected !== undefined) demandUnchanged(kept.updated, expected)
  const { updated: _, percent_done, ...rest } = kept
  const named = Object.keys(body).filter((name) => !notColumns.has(name))
  // Without a named field every column would be replaced, so this names one that keeps its value.
  const fields = named.length > 0 ? named : ['percent_done']
  const values = { percent_done, ...rest, ...body }
  await connection.send('updateTasks', {}, { json: { task_ids: [id], fields, values } })
}

const notColumns = new Set(['reminders', 'is_favorite'])

function demandUnchanged(updated: string, expected: string): void {
  if (Date.parse(updated) !== Date.parse(expected)) throw changedMeanwhile()
}
