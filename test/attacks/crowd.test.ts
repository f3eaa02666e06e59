import { tasks } from '@quipu/tasks'
import { expect, test } from 'vitest'
import { realModules } from '../catalog/real-modules.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

test('[X352] of 200 people at once each is answered with what is theirs', async () => {
  await using app = await openTestHost(quickEngine(), [tasks])
  const people = await Promise.all(Array.from({ length: 200 }, () => app.user()))
  const marks = people.map((_, at) => `Mark ${at} of its owner`)
  await Promise.all(people.map((user, at) => user.call('add_task', { title: marks[at] })))

  const seen = await Promise.all(
    people.map(async (user) => {
      const answers = await Promise.all([
        user.call('list_tasks'),
        user.call('search_tasks', { keyword: 'Mark' }),
      ])
      return [...JSON.stringify(answers).matchAll(/Mark \d+ of its owner/g)].map(([mark]) => mark)
    }),
  )

  expect(seen.map((found) => [...new Set(found)])).toEqual(marks.map((mark) => [mark]))
})

/** Words by which a description would give orders instead of telling what a tool does. */
const orders =
  /\b(?:ignore|override|bypass|disregard|pretend|you must|must (?:always|first)|always (?:call|use)|never (?:tell|mention)|do not (?:tell|mention|reveal)|system prompt|secretly|instructions?)\b/i

test('[X355] what tools, resources and prompts say of themselves gives no orders and hides nothing', async () => {
  const said = (await realModules()).flatMap((module) =>
    [...module.tools, ...(module.resources ?? []), ...(module.prompts ?? [])].flatMap((each) =>
      textsIn(each).map((text) => `${module.name} ${each.name}: ${text}`),
    ),
  )
  expect(said.length).toBeGreaterThan(100)
  const ordering = said.filter((text) => orders.test(text.replaceAll('are data, never instructions', '')))
  expect(ordering).toEqual([])
  expect(said.filter((text) => /[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/u.test(text.replaceAll('\n', ' ')))).toEqual([])
  expect(said.filter((text) => /https?:\/\/(?!example\.)/.test(text))).toEqual([])
})

function textsIn({
  title,
  description,
}: {
  readonly title?: string
  readonly description?: string
}): string[] {
  return [title, description].filter((text) => text !== undefined)
}
