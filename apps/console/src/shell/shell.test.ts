import { expect, test } from 'vitest'
import { pages } from '../pages.ts'
import { findCommands } from './find-commands.ts'
import { pageAt, shownPages } from './page-at.ts'

test('[CO1] each page has one address, one title and at most one key', () => {
  for (const field of ['path', 'title', 'key'] as const) {
    const values = pages.flatMap((page) => page[field] ?? [])
    expect(values.length).toBe(new Set(values).size)
  }
  for (const { path } of pages) expect(path).toMatch(/^\/app(\/[\w$-]+)*$/)
})

test('[CO900] an address leads to its page, with or without a slash at its end', () => {
  expect(pageAt(pages, '/app/')?.title).toBe('Home')
  expect(pageAt(pages, '/app/universes')?.title).toBe('Universes')
  expect(pageAt(pages, '/app/universes/a%2Fb')?.isWhole).toBe(true)
  expect(pageAt(pages, '/app/universes/a/b')).toBeUndefined()
})

test('[CO2] the navigation shows what a person may use', () => {
  const titles = (permissions: string[], role: 'viewer' | 'admin' = 'viewer') =>
    shownPages(pages, { permissions, role }).map(({ title }) => title)
  expect(titles([])).toContain('Home')
  expect(titles([])).not.toContain('Universes')
  expect(titles(['universe:read'])).toContain('Universes')
  expect(titles(['universe:read'])).not.toContain('Universe')
  expect(titles([])).not.toContain('Vikunja')
  expect(titles([], 'admin')).toContain('Vikunja')
})

test('[CO4] the palette finds commands by the beginnings of their words, the title first', () => {
  const command = (title: string, words = '') => ({ id: title, title, words, run: () => {} })
  const all = [command('People', 'invite team'), command('Settings', 'time zone'), command('Invite', '')]
  const found = (typed: string) => findCommands(all, typed).map(({ title }) => title)
  expect(found('')).toEqual(['People', 'Settings', 'Invite'])
  expect(found('inv')).toEqual(['Invite', 'People'])
  expect(found('zo ti')).toEqual(['Settings'])
  expect(found('nothing')).toEqual([])
})
