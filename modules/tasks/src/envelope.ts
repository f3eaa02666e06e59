import type { Json, Tool, ToolError } from '@quipu/kit'
import { z } from 'zod'

/** The one shape of every answer. `data` must allow null, because it is null when the call failed. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.enum(['success', 'error']), message: z.string(), data })
}

/**
 * An envelope whose published schema says only that its `data` is an object: `list_tasks` describes a task, and every
 * schema costs tokens in every prompt.
 */
export function briefEnvelope<Data extends object>() {
  const isObject = (data: unknown) => typeof data === 'object' && !Array.isArray(data)
  return envelope(z.custom<Data | null>(isObject).meta({ type: ['object', 'null'] }))
}

export function success<Data>(message: string, data: Data) {
  return { status: 'success' as const, message, data }
}

export function statusMessageData(error: ToolError, tool: Pick<Tool, 'name'>): Json {
  return { status: 'error', message: messageOf(error, tool.name), data: null }
}

function messageOf({ code, message }: ToolError, tool: string): string {
  switch (code) {
    case 'UNAVAILABLE':
    case 'TIMEOUT':
      return `Failed to ${actions[tool] ?? 'handle task'}: service unavailable`
    case 'INTERNAL_ERROR':
      return `Failed to ${actions[tool] ?? 'handle task'}: please try again`
    case 'UNAUTHORIZED':
      return 'user_id is required'
    case 'VALIDATION_ERROR':
    case 'NOT_FOUND':
    case 'CONFLICT':
    case 'UNPROCESSABLE':
    case 'FORBIDDEN':
    case 'RATE_LIMITED':
      return message
  }
}

const actions: Readonly<Record<string, string>> = {
  add_task: 'create task',
  list_tasks: 'list task',
  toggle_task_completion: 'toggle task',
  set_task_completion: 'complete task',
  update_task: 'update task',
  delete_task: 'delete task',
  restore_task: 'restore task',
  search_tasks: 'search task',
  get_my_user_info: 'get user info',
}
