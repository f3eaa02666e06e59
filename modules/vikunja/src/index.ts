import { defineModule } from '@quipu/kit'

export const vikunja = defineModule({
  name: 'vikunja',
  title: 'Vikunja',
  permissions: {},
  tools: [],
  open: () => ({}),
})
