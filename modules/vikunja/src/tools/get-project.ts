import { cleanLine, defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Project } from '../api/model.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { projectLine } from '../projects/project-view.ts'
import { Item, Name } from '../tasks/inputs.ts'
import { markdownOf } from '../text/to-markdown.ts'
import { dueFilters } from './find-tasks.ts'

export const getProject = defineTool({
  name: 'get_project',
  title: 'Get project',
  description: 'One project with views, board columns and counts of its tasks.',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: z.object({ project: Name }),
  output: z.object({ project: Item }),
  run: (bridge: Bridge, { project: wanted }, call) =>
    bridge.work(call, async (desk) => {
      const project = await desk.names.project(wanted)
      return { project: await fullProject(desk, project) }
    }),
})

export async function fullProject(desk: Desk, { id }: Project) {
  const { api, names, webUrl } = desk
  const isFilter = id < 0
  const [project, all, buckets, tasks] = await Promise.all([
    api.project(id),
    names.projects(),
    isFilter ? [] : names.buckets(id),
    summaryOf(desk, id),
  ])
  const description = markdownOf(project.description)
  return {
    ...projectLine(project, all),
    ...(description === '' ? {} : { description }),
    ...(project.owner === null ? {} : { owner: cleanLine(project.owner.username) }),
    ...(project.access === null ? {} : { access: project.access }),
    views: project.views.map(({ id: view, title, kind }) => ({ id: view, title: cleanLine(title), kind })),
    ...(buckets.length === 0
      ? {}
      : {
          buckets: buckets.map(({ id: bucket, title, limit, view }) => ({
            id: bucket,
            title: cleanLine(title),
            view: view.id,
            ...(limit > 0 ? { limit } : {}),
          })),
        }),
    tasks,
    updated: project.updatedAt,
    url: `${webUrl}/projects/${id}`,
  }
}

/** The server counts: with one task per page, the number of pages is the number of tasks. */
async function summaryOf({ api, me }: Desk, projectId: number) {
  const count = async (filter: string) => {
    const found = await api.findTasks({ projectId, filter, timeZone: me.timeZone, perPage: 1 })
    return found.items.length === 0 ? 0 : (found.total ?? found.pages)
  }
  const [open, overdue, dueThisWeek, urgent, doneThisWeek] = await Promise.all([
    count('done = false'),
    count(`done = false && ${dueFilters.overdue}`),
    count(`done = false && ${dueFilters.week}`),
    count('done = false && priority >= 4'),
    count('done = true && done_at > now-7d'),
  ])
  return { open, overdue, due_this_week: dueThisWeek, urgent, done_this_week: doneThisWeek }
}
