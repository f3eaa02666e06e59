import { firstIssue } from '@quipu/kit'
import { expect, test } from 'vitest'
import { tasks } from './index.ts'
import { phraseIssue } from './phrase-issue.ts'

const id = 'task_id must be a positive integer'
const day = 'must be in YYYY-MM-DD format'

test.each([
  ['add_task', {}, 'title is required'],
  ['add_task', { title: 5 }, 'title must be a string'],
  ['add_task', { title: 'a', descriptoin: 'b' }, 'descriptoin is not a known parameter'],
  ['add_task', { title: 'a', user_id: 'u' }, 'user_id is not a known parameter'],
  ['toggle_task_completion', {}, 'task_id is required'],
  ['set_task_completion', { task_id: 1 }, 'completed is required'],
  ['set_task_completion', { task_id: 1, completed: 'yes' }, 'completed must be a boolean'],
  ['delete_task', { task_id: 1, permanent: 1 }, 'permanent must be a boolean'],
  ['list_tasks', { status: 'done' }, 'status must be one of: "all", "pending", "completed"'],
  ['list_tasks', { sort_by: 'id' }, 'sort_by must be one of: "created_at", "title", "due_date"'],
  ['list_tasks', { sort_order: 'up' }, 'sort_order must be one of: "asc", "desc"'],
  ['list_tasks', { limit: 0 }, 'limit must be a positive integer'],
  ['list_tasks', { limit: 'ten' }, 'limit must be a positive integer'],
  ['list_tasks', { limit: 1.5 }, 'limit must be a positive integer'],
  ['list_tasks', { limit: 201 }, 'limit exceeds maximum of 200'],
  ['list_tasks', { limit: 1e300 }, 'limit exceeds maximum of 200'],
  ['list_tasks', { offset: -1 }, 'offset must be a non-negative integer'],
  ['list_tasks', { offset: null }, 'offset must be a non-negative integer'],
  ['list_tasks', { due_before: '1/2/2026' }, `due_before ${day}`],
  ['list_tasks', { cursor: 7 }, 'cursor must be a string'],
  ['search_tasks', {}, 'keyword is required'],
  ['search_tasks', { keyword: ' \u200B ' }, 'keyword is required and cannot be empty'],
  ['search_tasks', { keyword: 'k'.repeat(201) }, 'keyword exceeds maximum length of 200 characters'],
  [
    'add_task',
    { title: 'a', idempotency_key: 'k'.repeat(201) },
    'idempotency_key exceeds maximum length of 200 characters',
  ],
])('[T3] %s with %j: %s', (tool, input, message) => {
  expect(refusalOf(tool, input)).toBe(message)
})

test.each([
  ['', 'title is required and cannot be empty'],
  [' \n\t ', 'title is required and cannot be empty'],
  ['\u200B\u0000', 'title is required and cannot be empty'],
  ['x'.repeat(201), 'title exceeds maximum length of 200 characters'],
  ['🎉'.repeat(201), 'title exceeds maximum length of 200 characters'],
  ['half \uD83C', 'title must be valid Unicode text'],
  [` ${'🎉'.repeat(200)} `, undefined],
])('[T902] title %j: %s', (title, message) => {
  expect(refusalOf('add_task', { title })).toBe(message)
  expect(refusalOf('update_task', { task_id: 1, title })).toBe(message)
})

test.each([
  ['d'.repeat(1001), 'description exceeds maximum length of 1000 characters'],
  ['\uDC00', 'description must be valid Unicode text'],
  ['🎉'.repeat(1000), undefined],
])('[T6] description %j: %s', (description, message) => {
  expect(refusalOf('add_task', { title: 'a', description })).toBe(message)
  expect(refusalOf('update_task', { task_id: 1, description })).toBe(message)
})

test.each([
  ['2026-02-30', `due_date ${day}`],
  ['2025-02-29', `due_date ${day}`],
  ['2026-13-01', `due_date ${day}`],
  ['2026-1-1', `due_date ${day}`],
  ['0000-01-01', `due_date ${day}`],
  ['+12026-01-01', `due_date ${day}`],
  ['2026-01-01T00:00:00Z', `due_date ${day}`],
  ['2026-01-01\n', `due_date ${day}`],
  ['tomorrow', `due_date ${day}`],
  ['', `due_date ${day}`],
  [20260101, 'due_date must be a string'],
  ['2024-02-29', undefined],
  ['0001-01-01', undefined],
  ['9999-12-31', undefined],
])('[T7] due_date %j: %s', (due_date, message) => {
  expect(refusalOf('add_task', { title: 'a', due_date })).toBe(message)
  expect(refusalOf('update_task', { task_id: 1, due_date })).toBe(message)
})

test.each([
  [0, id],
  [-1, id],
  [1.5, id],
  ['1', id],
  [null, id],
  [2 ** 53, id],
  [1e300, id],
  [2 ** 53 - 1, undefined],
])('[T8] task_id %j: %s', (task_id, message) => {
  for (const tool of ['toggle_task_completion', 'delete_task', 'restore_task', 'update_task']) {
    expect(refusalOf(tool, { task_id })).toBe(message)
  }
})

test('[T905] null clears the description and the due date, not the title', () => {
  expect(refusalOf('update_task', { task_id: 1, description: null, due_date: null })).toBeUndefined()
  expect(refusalOf('update_task', { task_id: 1, title: null })).toBe('title must be a string')
})

function refusalOf(name: string, input: unknown): string | undefined {
  const tool = tasks.tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`No tool ${name}`)
  const { error } = tool.input.safeParse(input)
  return error && phraseIssue(firstIssue(error, input))
}
