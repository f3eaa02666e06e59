import { ToolError } from '@quipu/kit'
import type { Label, Task, User } from '../api/model.ts'
import type { Vikunja } from '../api/vikunja.ts'
import type { Directory } from '../names/directory.ts'

/** Labels and people that are added to a task or removed from it. */
export interface Beside {
  readonly addLabels: readonly Label[]
  readonly removeLabels: readonly Label[]
  readonly assign: readonly User[]
  readonly unassign: readonly User[]
}

type Names = readonly (string | number)[]

export interface GivenBeside {
  readonly add_labels?: Names | undefined
  readonly remove_labels?: Names | undefined
  readonly assign?: Names | undefined
  readonly unassign?: Names | undefined
}

/** Resolves all of them before anything is changed. */
export async function besideOf(names: Directory, given: GivenBeside, projectId?: number): Promise<Beside> {
  const labels = (wanted: Names = []) => Promise.all(wanted.map((each) => names.label(each)))
  const people = (wanted: Names = []) => Promise.all(wanted.map((each) => names.person(each, projectId)))
  const [addLabels, removeLabels] = [await labels(given.add_labels), await labels(given.remove_labels)]
  const [assign, unassign] = [await people(given.assign), await people(given.unassign)]
  demandApart(addLabels, removeLabels, ({ title }) => title)
  demandApart(assign, unassign, ({ username }) => username)
  return { addLabels, removeLabels, assign, unassign }
}

function demandApart<Item extends { readonly id: number }>(
  added: readonly Item[],
  removed: readonly Item[],
  nameOf: (item: Item) => string,
): void {
  const both = added.find(({ id }) => removed.some((item) => item.id === id))
  if (both === undefined) return
  throw new ToolError(
    'VALIDATION_ERROR',
    `${JSON.stringify(nameOf(both))} cannot be added and removed at once`,
  )
}

/** Leaves out changes that are already in place. */
export function realBeside(task: Pick<Task, 'labels' | 'assignees'>, wanted: Beside): Beside {
  const has = ({ id }: Label) => task.labels.some((label) => label.id === id)
  const isAssigned = ({ id }: User) => task.assignees.some((user) => user.id === id)
  return {
    addLabels: wanted.addLabels.filter((label) => !has(label)),
    removeLabels: wanted.removeLabels.filter(has),
    assign: wanted.assign.filter((user) => !isAssigned(user)),
    unassign: wanted.unassign.filter(isAssigned),
  }
}

export async function applyBeside(api: Vikunja, taskId: number, beside: Beside): Promise<void> {
  for (const { id } of beside.addLabels) await api.addLabel(taskId, id)
  for (const { id } of beside.removeLabels) await api.removeLabel(taskId, id)
  for (const { id } of beside.assign) await api.assign(taskId, id)
  for (const { id } of beside.unassign) await api.unassign(taskId, id)
}

export function shownBeside({ addLabels, removeLabels, assign, unassign }: Beside): Record<string, string[]> {
  const all = {
    add_labels: addLabels.map(({ title }) => title),
    remove_labels: removeLabels.map(({ title }) => title),
    assign: assign.map(({ username }) => username),
    unassign: unassign.map(({ username }) => username),
  }
  return Object.fromEntries(Object.entries(all).filter(([, names]) => names.length > 0))
}
