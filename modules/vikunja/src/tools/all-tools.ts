import type { Tool } from '@quipu/kit'
import type { Bridge } from '../bridge/bridge.ts'
import { commentOnTask } from './comment-on-task.ts'
import { createTasks } from './create-tasks.ts'
import { deleteItem } from './delete-item.ts'
import { deleteTasks } from './delete-tasks.ts'
import { findNames } from './find-names.ts'
import { findTasks } from './find-tasks.ts'
import { getMyDay } from './get-my-day.ts'
import { getProject } from './get-project.ts'
import { getTask } from './get-task.ts'
import { listProjects } from './list-projects.ts'
import { listNotifications, markNotifications } from './notifications.ts'
import { relateTasks } from './relate-tasks.ts'
import { restoreTasks } from './restore-tasks.ts'
import { saveLabel } from './save-label.ts'
import { saveProject } from './save-project.ts'
import { setUpBoard } from './set-up-board.ts'
import { updateTasks } from './update-tasks.ts'

export const tools: readonly Tool<Bridge>[] = [
  getMyDay,
  findTasks,
  getTask,
  createTasks,
  updateTasks,
  deleteTasks,
  restoreTasks,
  commentOnTask,
  relateTasks,
  listProjects,
  getProject,
  saveProject,
  setUpBoard,
  saveLabel,
  findNames,
  deleteItem,
  listNotifications,
  markNotifications,
]
