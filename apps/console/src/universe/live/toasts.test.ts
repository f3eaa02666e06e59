import { expect, test } from 'vitest'
import { withToast, type Toast } from './toasts.ts'

test('[UV908] at most three toasts are shown, the newest last', () => {
  let toasts: readonly Toast[] = []
  for (const [id, who] of ['Ada', 'Bob', 'Cleo', 'Dan'].entries())
    toasts = withToast(toasts, id, who, 'added Mars')
  expect(toasts.map(({ who }) => who)).toEqual(['Bob', 'Cleo', 'Dan'])
})

test('[UV908] an assistant that adds a hundred bodies causes one toast with a count', () => {
  let toasts: readonly Toast[] = []
  for (let id = 0; id < 100; id++) toasts = withToast(toasts, id, 'Claude', `added Rock ${id}`)
  expect(toasts).toEqual([{ id: 99, who: 'Claude', what: 'added Rock 99', count: 100 }])
})
