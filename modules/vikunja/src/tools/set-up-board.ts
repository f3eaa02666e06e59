import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Bucket } from '../api/model.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { fold } from '../names/choose.ts'
import { demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { most, Name, someOf, text, Titled, whole } from '../tasks/inputs.ts'

const Input = z.object({
  project: Name,
  columns: someOf(z.strictObject({ title: text(most.title), limit: whole(0, 1000).optional() }), 20),
  expected_updated: ExpectedUpdated,
})
type Input = z.output<typeof Input>

export const setUpBoard = defineTool({
  name: 'set_up_board',
  title: 'Set up board',
  description: 'Gives a project a board with these columns. Those that are there stay.',
  needs: 'vikunja:use',
  effect: 'write',
  idempotent: true,
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: Input,
  output: z.looseObject({ columns: z.array(Titled) }),
  run: (bridge: Bridge, input, call) => bridge.work(call, (desk) => setUp(desk, input)),
})

async function setUp({ api, names, call }: Desk, input: Input) {
  const { columns, expected_updated: expected } = input
  const twice = columns.find(({ title }, place) => sameTitle(columns.slice(0, place), title))
  if (twice !== undefined)
    throw new ToolError('VALIDATION_ERROR', `The column ${JSON.stringify(twice.title)} is given twice`)
  const { id: projectId } = await names.project(input.project)
  if (expected !== undefined) demandUnchanged('project', await api.project(projectId), expected)
  const board = (await api.views(projectId)).find(({ kind }) => kind === 'kanban')
  const there = board === undefined ? [] : await api.buckets(projectId, board.id)
  if (call.dryRun) {
    const planned = columns.map(({ title }) => ({ title, is_new: sameTitle(there, title) === undefined }))
    return { columns: planned, dry_run: true }
  }
  const view = board ?? (await api.createView(projectId, { title: 'Kanban', kind: 'kanban' }))
  const before = board === undefined ? await api.buckets(projectId, view.id) : there
  const made: Bucket[] = []
  for (const { title, limit } of columns) {
    const found = sameTitle(before, title)
    if (found === undefined)
      made.push(
        await api.createBucket(projectId, view.id, { title, ...(limit === undefined ? {} : { limit }) }),
      )
    else if (limit !== undefined && limit !== found.limit)
      made.push(await api.updateBucket({ projectId, viewId: view.id, bucketId: found.id }, { limit }))
    else made.push(found)
  }
  // The buckets of a new board are still empty.
  const spare = board === undefined ? before.filter(({ id }) => !made.some((bucket) => bucket.id === id)) : []
  for (const { id: bucketId } of spare) await api.deleteBucket({ projectId, viewId: view.id, bucketId })
  return {
    columns: made.map(({ id, title, limit }) => ({
      id,
      title: cleanLine(title),
      ...(limit > 0 ? { limit } : {}),
    })),
  }
}

function sameTitle<Named extends { readonly title: string }>(
  columns: readonly Named[],
  wanted: string,
): Named | undefined {
  return columns.find(({ title }) => fold(title) === fold(wanted))
}
