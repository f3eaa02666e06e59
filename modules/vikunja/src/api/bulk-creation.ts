import { z } from 'zod'
import { TaskAnswer } from './answers.ts'
import { taskBody } from './bodies.ts'
import { isBefore, read, type Connection } from './connection.ts'
import type { Task } from './model.ts'
import type { CreatedTasks, NewTask } from './requests.ts'
import { VikunjaError } from './vikunja-error.ts'

/** In one call where server and token allow it, otherwise one by one. */
export async function createMany(
  connection: Connection,
  projectId: number,
  tasks: readonly NewTask[],
  createOne: (task: NewTask) => Promise<Task>,
): Promise<CreatedTasks> {
  if (tasks.length > mostAtOnce)
    throw new VikunjaError('invalid', `At most ${mostAtOnce} tasks can be created at once`)
  if (tasks.length > 1) {
    const created = await createTogether(connection, projectId, tasks)
    if (created !== null) return { tasks: created, failure: null }
  }
  const created: Task[] = []
  for (const [index, task] of tasks.entries()) {
    try {
      created.push(await createOne(task))
    } catch (error) {
      if (error instanceof VikunjaError) return { tasks: created, failure: { index, error } }
      throw error
    }
  }
  return { tasks: created, failure: null }
}

/** Null if bulk creation is not possible here; then nothing was created. */
async function createTogether(
  connection: Connection,
  projectId: number,
  tasks: readonly NewTask[],
): Promise<Task[] | null> {
  const { generation, version } = await connection.info()
  if (generation === 'v1' || isBefore(version, 2, 5)) return null
  const json = { tasks: tasks.map(taskBody) }
  try {
    return await connection.write(null, async () => {
      const answer = await connection.send('createTasks', { project: projectId }, { json })
      return read(z.object({ tasks: z.array(TaskAnswer) }), answer).tasks
    })
  } catch (error) {
    // A token may be allowed to create single tasks, but not many at once.
    if (error instanceof VikunjaError && error.kind === 'missing-scope') return null
    throw error
  }
}

const mostAtOnce = 100
