import { benchAsk } from './ask/bench-ask.ts'
import { benchBusiness } from './business/bench-business.ts'
import { benchCrowd } from './crowd/bench-crowd.ts'
import { benchFrameworks } from './frameworks/bench-frameworks.ts'
import { benchGrowth } from './growth/bench-growth.ts'
import { benchLayers } from './layers/bench-layers.ts'
import { benchMailbox } from './mailbox/bench-mailbox.ts'
import { benchMcp } from './mcp/bench-mcp.ts'
import { benchSessions } from './sessions/bench-sessions.ts'
import { benchStart } from './start/bench-start.ts'
import { benchUniverse } from './universe/bench-universe.ts'
import { benchTruth } from './truth/bench-truth.ts'
import { benchVikunja } from './vikunja/bench-vikunja.ts'

const suites: Readonly<Record<string, () => Promise<void>>> = {
  ask: benchAsk,
  business: benchBusiness,
  crowd: benchCrowd,
  frameworks: benchFrameworks,
  growth: benchGrowth,
  layers: benchLayers,
  mailbox: benchMailbox,
  mcp: benchMcp,
  sessions: benchSessions,
  start: benchStart,
  truth: benchTruth,
  universe: benchUniverse,
  vikunja: benchVikunja,
}

const wanted = process.argv[2] ?? ''
const suite = suites[wanted]
if (suite === undefined) {
  console.error(`Usage: npm run bench -- <suite>, one of: ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
await suite()
