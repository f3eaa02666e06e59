import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Task } from '../api/model.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { linesOf } from '../tasks/task-view.ts'
import { Items } from '../tasks/inputs.ts'
import { localOf } from '../time/zoned.ts'

const mostListed = 50

export const getMyDay = defineTool({
  name: 'get_my_day',
  title: 'Get my day',
  description: 'Your tasks that are overdue, due today or within 7 days, and the local time.',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: z.object({ everyone: z.boolean().describe('Also tasks of others').optional() }),
  output: z.looseObject({
    now: z.string(),
    time_zone: z.string(),
    overdue: Items,
    today: Items,
    week: Items,
  }),
  run: (bridge: Bridge, { everyone = false }, call) => bridge.work(call, (desk) => dayOf(desk, everyone)),
})

async function dayOf(desk: Desk, everyone: boolean) {
  const { api, me, names, now } = desk
  const isMine = ({ assignees }: Task) =>
    everyone || me.userId === null || assignees.length === 0 || assignees.some(({ id }) => id === me.userId)
  const find = async (due: string) => {
    const filter = `done = false && ${due}`
    const { items } = await api.findTasks({
      filter,
      timeZone: me.timeZone,
      sort: [{ by: 'due' }, { by: 'priority', isDescending: true }],
      perPage: mostListed,
    })
    return linesOf(items.filter(isMine), desk)
  }
  await names.projects()
  const [overdue, today, week] = await Promise.all([
    find('due_date < now'),
    find('due_date >= now && due_date < now/d+1d'),
    find('due_date >= now/d+1d && due_date < now/d+8d'),
  ])
  return { now: localOf(now().toISOString(), me.timeZone), time_zone: me.timeZone, overdue, today, week }
}
