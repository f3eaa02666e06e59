import { expect, test } from 'vitest'
import { whyWords } from './why.ts'

const tool = { name: 'add_task', needs: ['tasks:write'], roles: ['contributor', 'admin'] }

test('[CO21] the page explains why a person can or cannot call a tool', () => {
  const ana = { name: 'Ana', email: 'ana@example.com', role: 'viewer', is_disabled: false }
  expect(whyWords(ana, tool)).toContain('Ana cannot call add_task: it needs tasks:write')
  expect(whyWords({ ...ana, role: 'contributor' }, tool)).toContain('Ana can call add_task')
  expect(whyWords({ ...ana, is_disabled: true }, tool)).toContain('disabled')
  expect(whyWords({ ...ana, name: '' }, tool)).toContain('ana@example.com cannot call add_task')
})
