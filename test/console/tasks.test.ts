import type { Db } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realModules } from '../catalog/real-modules.ts'
import { hasProgram } from '../environment/index.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ConsoleSite, complaintsOf, overhangOf, seriousIssues, showBoth } from './console-site.ts'
import { fillerModule } from './filler.ts'

const evil = '<img src=x onerror="window.wasRun=1">'

describe.skipIf(!hasProgram('chromium'))(
  'the page of tasks, and the page of Vikunja when the module is off',
  () => {
    let site: ConsoleSite
    let db: Db
    beforeAll(async () => {
      site = await ConsoleSite.open({
        modules: [...(await realModules()), fillerModule((given) => (db = given))],
      })
    })
    afterAll(() => site?.[Symbol.asyncDispose]())

    const tasksOf = async (user: TestUser, search = '') => {
      const response = await user.api('GET', `/api/tasks?status=all${search}`)
      return ((await response.json()) as { tasks: { title: string; completed: boolean; due_date: string }[] })
        .tasks
    }

    test('[C381] [CO4] [CO901] tasks are added, found, completed and undone by the keyboard alone, and ? lists the keys', async () => {
      const ada = await site.someone('Ada')
      await using person = await site.enter(ada, '/app/tasks')
      const { page } = person
      const { keyboard } = page
      await page.getByText('Nothing to do').waitFor()
      await showBoth(person, 'tasks-empty')
      await keyboard.press('n')
      for (const title of ['Water the plants', evil, 'Buy bread']) {
        await keyboard.type(title)
        await keyboard.press('Enter')
        await page.getByRole('button', { name: title, exact: true }).waitFor()
        await expect.poll(() => page.getByLabel('New task').inputValue()).toBe('')
      }
      await keyboard.press('Escape')

      await keyboard.press('j')
      await page.locator('.task.current', { hasText: 'Buy bread' }).waitFor()
      await keyboard.press('j')
      await keyboard.press('j')
      await page.locator('.task.current', { hasText: 'Water the plants' }).waitFor()
      await keyboard.press('k')
      await page.locator('.task.current', { hasText: '<img' }).waitFor()
      await keyboard.press('x')
      await page.getByRole('checkbox', { name: `Done: ${evil}`, checked: true }).waitFor()
      await expect.poll(async () => (await tasksOf(ada)).filter(({ completed }) => completed).length).toBe(1)
      await keyboard.press('u')
      await page.getByRole('checkbox', { name: `Done: ${evil}`, checked: false }).waitFor()
      await expect.poll(async () => (await tasksOf(ada)).filter(({ completed }) => completed).length).toBe(0)

      await keyboard.press('/')
      await keyboard.type('bread')
      await page.waitForURL(/q=bread/)
      await page.getByRole('heading', { name: '1 task', exact: true }).waitFor()
      expect(await page.locator('.task').count()).toBe(1)
      await keyboard.press('Escape')
      await keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      for (const what of [
        'Next or previous task',
        'Complete or reopen',
        'New task',
        'Search',
        'Undo the last',
      ])
        await help.getByText(what).waitFor()
      await keyboard.press('Escape')
      await keyboard.press('g')
      await keyboard.press('u')
      await page.waitForURL(`${site.url}/app/universes`)
      expect(await tasksOf(ada)).toHaveLength(3)
      expect(await page.evaluate('window.wasRun')).toBe(undefined)
      expect(complaintsOf(person)).toEqual([])
    })

    test('[C382] [C817] [C818] a task is opened, gets a due date, is deleted, undone, and restored from the deleted ones', async () => {
      const ada = await site.someone('Ada')
      await ada.api('POST', '/api/tasks', { title: 'Pay the rent', due_date: '2020-01-31' })
      await using person = await site.enter(ada, '/app/tasks')
      const { page } = person
      await page.getByText('Jan 31, 2020').waitFor()
      await page.getByRole('button', { name: 'Pay the rent' }).click()
      const dialog = page.getByRole('dialog', { name: 'Task' })
      await dialog.getByLabel('Due').fill('2031-02-28')
      await dialog.getByLabel('Note').fill('By transfer')
      expect(await seriousIssues(page)).toEqual([])
      await showBoth(person, 'tasks-dialog')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Feb 28, 2031').waitFor()
      await dialog.waitFor({ state: 'detached' })
      expect(await tasksOf(ada)).toMatchObject([{ due_date: '2031-02-28', description: 'By transfer' }])

      const deleteIt = async () => {
        await page.getByRole('button', { name: 'Pay the rent' }).click()
        await dialog.getByRole('button', { name: 'Delete' }).click()
        await page.getByText('Nothing to do').waitFor()
      }
      await deleteIt()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Pay the rent' }).waitFor()
      await deleteIt()
      await page.getByLabel('Show').selectOption('Deleted')
      await page.getByRole('button', { name: 'Pay the rent' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
      await page.getByText('No task that these filters show').waitFor()
      expect(await tasksOf(ada)).toHaveLength(1)
      expect(complaintsOf(person)).toEqual([])
    })

    test('[C383] of 10,000 tasks with titles of 200 characters only the visible ones are drawn, and more are loaded while scrolling', async () => {
      const ada = await site.someone('Ada')
      await fill(db, ada, 10_000)
      await using person = await site.enter(ada, '/app/tasks?order=title')
      const { page } = person
      await page.getByRole('heading', { name: '10,000 tasks' }).waitFor()
      await page.locator('.task').first().waitFor()
      expect(await page.locator('.task').count()).toBeLessThan(80)
      await page.getByRole('region', { name: 'Tasks, scrollable' }).waitFor()
      const lastSeen = () => page.locator('.task').last().getAttribute('aria-posinset').then(Number)
      for (const place of [150, 350, 550]) {
        await expect
          .poll(async () => {
            await page.evaluate(`document.querySelector('.table-scroller').scrollTop = 1e9`)
            return lastSeen()
          })
          .toBeGreaterThan(place)
      }
      expect(await page.locator('.task').count()).toBeLessThan(80)
      await page.keyboard.press('j')
      await page.locator('.task.current', { hasText: 'task 00001' }).waitFor()
      await page.getByLabel('Search').fill('task 09999')
      await page.getByRole('heading', { name: '1 task', exact: true }).waitFor()
      await page.getByLabel('Search').fill('')
      await page.getByRole('heading', { name: '10,000 tasks' }).waitFor()
      expect(await seriousIssues(page)).toEqual([])
      await showBoth(person, 'tasks-many-1440')
      await page.setViewportSize({ width: 390, height: 900 })
      await showBoth(person, 'tasks-many-390')
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await overhangOf(page)).toBe(0)
      expect(complaintsOf(person)).toEqual([])
    })

    test('[C384] [C819] a viewer sees the tasks and cannot change them; a failure is shown with a button to try again', async () => {
      const viewer = await site.someone('Vera', 'viewer')
      await fill(db, viewer, 1)
      await using person = await site.enter(viewer, '/app/tasks')
      const { page } = person
      await page.locator('.task').waitFor()
      expect(await page.getByRole('checkbox').isDisabled()).toBe(true)
      expect(await page.getByLabel('New task').count()).toBe(0)

      await page.route('**/api/tasks?*', (route) => route.abort())
      await page.getByLabel('Show').selectOption('Done')
      await page.getByRole('alert').getByText('cannot be reached').waitFor({ timeout: 30_000 })
      await showBoth(person, 'tasks-failed')
      await page.unroute('**/api/tasks?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('No task that these filters show').waitFor()
    })

    test('[C386] when Vikunja is off, its page says so and names the setting', async () => {
      await using person = await site.enter(await site.someone('Ada'), '/app')
      const { page } = person
      const refused: string[] = []
      page.on('response', (response) => void (response.status() >= 400 && refused.push(response.url())))
      await page.goto(`${site.url}/app/vikunja`)
      await page.getByText('Vikunja is not connected').waitFor()
      await page.getByText('VIKUNJA_URL=https://vikunja.example.com').waitFor()
      expect(await seriousIssues(page)).toEqual([])
      expect(refused).toEqual([])
      await showBoth(person, 'vikunja-off')
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await overhangOf(page)).toBe(0)
    })
  },
)

/** Each title has 200 characters; every third is due. In parts, so that no statement takes long. */
async function fill(db: Db, { id }: TestUser, count: number): Promise<void> {
  const title = `rpad('task ' || lpad(g::text, 5, '0') || ' ', 200, 'Long-Title ')`
  for (let from = 1; from <= count; from += part) {
    const insert = `insert into tasks
        (user_id, title, title_folded, title_sort, due_date, created_at, updated_at)
      select $1, ${title}, lower(${title}), lower(${title}),
        case when g % 3 = 0 then current_date + g % 20 - 5 end, now(), now()
      from generate_series(${from}, ${Math.min(count, from + part - 1)}) g`
    // A statement like those of the query builder.
    const query = { compile: () => ({ sql: insert, parameters: [id] }) } as unknown as never
    await db.query({ userId: id }, query)
  }
}

const part = 500
