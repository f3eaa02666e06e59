import { randomUUID } from 'node:crypto'

export interface OwnIds {
  readonly project: number
  readonly task: number
  readonly label: number
  readonly comment: number
}

/** An input of each tool, with these ids. */
export function inputsOf({ project, task, label, comment }: OwnIds): Record<string, object> {
  return {
    get_my_day: { everyone: true },
    find_tasks: { project },
    get_task: { task },
    create_tasks: { project, tasks: [{ title: 'New', labels: [label] }], parent: task },
    update_tasks: { tasks: [task], priority: 5, add_labels: [label] },
    comment_on_task: { task, text: 'Seen', comment },
    relate_tasks: { task, kind: 'related', other: task },
    list_projects: {},
    get_project: { project },
    save_project: { project, favorite: true },
    set_up_board: { project, columns: [{ title: 'More' }] },
    save_label: { label, color: '00ff00' },
    find_names: { kind: 'labels' },
    delete_item: { kind: 'comment', item: comment, task },
    list_notifications: { all: true },
    mark_notifications: {},
    delete_tasks: { tasks: [task] },
    restore_tasks: { undo: randomUUID() },
  }
}
