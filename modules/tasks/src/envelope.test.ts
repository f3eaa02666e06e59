import { ToolError } from '@quipu/kit'
import { expect, test } from 'vitest'
import { statusMessageData } from './envelope.ts'
import { tasks } from './index.ts'

test.each(tasks.tools)(
  '[T1] $name publishes the envelope and takes null for data',
  ({ output, outputSchema }) => {
    const takes = (answer: object) => output?.safeParse(answer).success

    expect(outputSchema).toMatchObject({ required: ['status', 'message', 'data'] })
    expect(takes({ status: 'error', message: 'No', data: null })).toBe(true)
    expect(takes({ status: 'error', message: 'No' })).toBe(false)
    expect(takes({ status: 'success', message: 'Yes', data: [] })).toBe(false)
  },
)

test.each([
  ['add_task', 'create task'],
  ['list_tasks', 'list task'],
  ['toggle_task_completion', 'toggle task'],
  ['delete_task', 'delete task'],
  ['search_tasks', 'search task'],
  ['update_task', 'update task'],
  ['set_task_completion', 'complete task'],
  ['restore_task', 'restore task'],
  ['get_my_user_info', 'get user info'],
])('[T2] %s that fails says what failed and no more', (name, action) => {
  const present = (code: 'UNAVAILABLE' | 'TIMEOUT' | 'INTERNAL_ERROR') =>
    statusMessageData(new ToolError(code, 'connection refused to 10.0.0.1'), { name })
  const unavailable = { status: 'error', message: `Failed to ${action}: service unavailable`, data: null }

  expect(present('UNAVAILABLE')).toEqual(unavailable)
  expect(present('TIMEOUT')).toEqual(unavailable)
  expect(present('INTERNAL_ERROR')).toEqual({
    ...unavailable,
    message: `Failed to ${action}: please try again`,
  })
})

test('[T2] every tool has its own action', () => {
  const error = new ToolError('UNAVAILABLE', '')
  const messages = tasks.tools.map((tool) => JSON.stringify(tasks.presentError?.(error, tool, 'trace-1')))
  expect(new Set(messages).size).toBe(tasks.tools.length)
})

test('[T900] an error that a caller can fix keeps its message; without a user it is about user_id', () => {
  const present = (code: 'RATE_LIMITED' | 'UNAUTHORIZED') =>
    statusMessageData(new ToolError(code, 'Too many calls; wait 5 seconds'), { name: 'add_task' })

  expect(present('RATE_LIMITED')).toEqual({
    status: 'error',
    message: 'Too many calls; wait 5 seconds',
    data: null,
  })
  expect(present('UNAUTHORIZED')).toEqual({ status: 'error', message: 'user_id is required', data: null })
})
