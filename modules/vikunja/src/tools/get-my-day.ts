import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Task } from '../api/model.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { linesOf, projectsOf } from '../tasks/task-view.ts'
import { Items } from '../tasks/inputs.ts'
import { localOf } from '../time/zoned.ts'

const mostListed = 50
/** Tasks of other people may come first; this many pages are read to find one's own. */
const mostPages = 10

export const getMyDay = defineTool({
  name: 'get_my_day',
  title: 'Get my day',
  description: 'Your Vikunja tasks that are overdue, due today or within 7 days, and the local time.',
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
    const mine: Task[] = []
    let [page, isMore] = [1, true]
    for (; isMore && page <= mostPages && mine.length <= mostListed; page += 1) {
      const { items, pages } = await api.findTasks({
        filter: `done = false && ${due}`,
        timeZone: me.timeZone,
        sort: [{ by: 'due' }, { by: 'priority', isDescending: true }, { by: 'id' }],
        page,
        perPage: mostListed,
      })
      mine.push(...items.filter(isMine))
      isMore = page < pages
    }
    return { tasks: mine.slice(0, mostListed), isCut: isMore || mine.length > mostListed }
  }
  await names.projects()
  const [overdue, today, week] = await Promise.all([
    find('due_date < now'),
    find('due_date >= now && due_date < now/d+1d'),
    find('due_date >= now/d+1d && due_date < now/d+8d'),
  ])
  const cut = Object.entries({ overdue, today, week }).flatMap(([name, { isCut }]) => (isCut ? [name] : []))
  const all = [overdue, today, week].flatMap(({ tasks }) => tasks)
  return {
    now: localOf(now().toISOString(), me.timeZone),
    time_zone: me.timeZone,
    overdue: await linesOf(overdue.tasks, desk),
    today: await linesOf(today.tasks, desk),
    week: await linesOf(week.tasks, desk),
    ...(await projectsOf(all, desk)),
    ...(cut.length === 0 ? {} : { more_in: cut }),
  }
}
