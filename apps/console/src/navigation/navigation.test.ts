import { expect, test } from 'vitest'
import { homePath, isAt, universePath, universesPath } from './route.ts'
import { parseSearch, writeSearch } from './search.ts'

test('[CO2] a page of the navigation is marked at its address and below it, the home page only at its own', () => {
  expect(isAt('/app/universes', universesPath)).toBe(true)
  expect(isAt(universePath('a/b c'), universesPath)).toBe(true)
  expect(isAt('/app/universes-old', universesPath)).toBe(false)
  expect([isAt('/app', homePath), isAt('/app/tasks', homePath)]).toEqual([true, false])
})

test('[CO3] the filters of a view are in its address as plain text', () => {
  const search = { action: 'tool.*', q: 'a&b = "c"', empty: '', none: undefined }
  expect(parseSearch(writeSearch(search))).toEqual({ action: 'tool.*', q: 'a&b = "c"' })
  expect(writeSearch({ page: undefined })).toBe('')
  expect(parseSearch('?n=10')).toEqual({ n: '10' })
})

test('[UV1] each universe has its own address, whatever characters are in its id', () => {
  expect(universePath('a/b c')).toBe('/app/universes/a%2Fb%20c')
})
