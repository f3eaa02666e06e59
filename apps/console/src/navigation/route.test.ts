import { expect, test } from 'vitest'
import { routeOf, universePath } from './route.ts'

test('[UV1] addresses lead to the list or to one universe', () => {
  expect([routeOf('/app'), routeOf('/app/'), routeOf('/app/universes/')]).toEqual([
    { page: 'universes' },
    { page: 'universes' },
    { page: 'universes' },
  ])
  expect(routeOf(universePath('a/b c'))).toEqual({ page: 'universe', id: 'a/b c' })
})

test('[UV1] any other address is a page that does not exist', () => {
  for (const path of ['/app/tasks', '/app/universes/a/b', '/app/universes/%E0%A4%A'])
    expect(routeOf(path)).toEqual({ page: 'none' })
})
