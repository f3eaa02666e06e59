import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Step {
  readonly name: string
  readonly cpuMs: number
  readonly rssBytes: number
}

/** The steps of a start, one after the other; the bench runs it as its own process. */
const [, , dataFolder = ''] = process.argv
const steps: Step[] = []
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/quipu-compiled', import.meta.url)))

const own = process.cpuUsage()
steps.push(stepOf('Node itself', (own.user + own.system) / 1000))
const { defineModule } = await step('load the kit, with zod and kysely', () => import('@quipu/kit'))
const { openHost, openLog } = await step('load the host', () => import('@quipu/host'))
const { tasks } = await step('load the module tasks', () => import('@quipu/tasks'))
const { truth } = await step('load the module truth', () => import('@quipu/truth'))
const { dataAgent } = await step('load the module data-agent', () => import('@quipu/data-agent'))
const { universe } = await step('load the module universe', () => import('@quipu/universe'))
const { vikunja } = await step('load the module vikunja', () => import('@quipu/vikunja'))
const all = [tasks, truth, dataAgent, universe, vikunja]
const nothing = defineModule({
  name: 'nothing',
  title: 'Nothing',
  permissions: {},
  tools: [],
  open: () => null,
})

const host = await step('open the store and the host', () => open([nothing]))
await host.close()
const full = await step('open both again in the same process', () => open([nothing]))
await full.close()
const whole = await step('open both again, with every module', () => open(all))
await step('listen', () => whole.listen())
await step('close', () => whole.close())
process.stdout.write(JSON.stringify(steps))
process.exit(0)

function open(modules: Parameters<typeof openHost>[0]['modules']) {
  return openHost({
    store: { kind: 'embedded', folder: dataFolder },
    dataFolder,
    appUrl: 'http://127.0.0.1:1',
    listen: { host: '127.0.0.1', port: 0 },
    rootSecret: 'a root secret for measuring, nothing else',
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 4 * 1024 * 1024,
    modules,
    version: '0.0.0-bench',
    log: openLog({ level: 'silent' }),
  })
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  steps.push(stepOf(name, (user + system) / 1000))
  return result
}

function stepOf(name: string, cpuMs: number): Step {
  return { name, cpuMs, rssBytes: process.memoryUsage.rss() }
}
