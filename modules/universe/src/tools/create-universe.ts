import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Name, presets } from '../fields.ts'
import type { UniverseService } from '../service/universe-service.ts'
import { BriefView, briefView } from '../views/brief.ts'

export const createUniverse = defineTool({
  name: 'create_universe',
  title: 'Create universe',
  description: 'Makes your own universe. Preset sol: Sun and planets, time 0 = J2000.',
  needs: 'universe:write',
  effect: 'write',
  input: z.object({ name: Name, preset: z.enum(presets).optional().describe('Default: empty.') }),
  output: BriefView.extend({ link: z.string() }),
  run: async (service: UniverseService, input, { caller }) => {
    const made = await service.create(caller, input)
    return { ...briefView(made), link: service.linkTo(made.id) }
  },
})
