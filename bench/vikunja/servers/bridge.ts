import { openHost, openLog } from '@quipu/host'
import { vikunja } from '@quipu/vikunja'
import { freePort, temporaryFolder } from '../../../test/environment/places.ts'

const [vikunjaUrl = ''] = process.argv.slice(2)
const folder = temporaryFolder()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const host = await openHost({
  store: { kind: 'embedded', folder: folder.path },
  dataFolder: folder.path,
  appUrl: url,
  listen: { host: '127.0.0.1', port },
  rootSecret: 'a root secret that is used in measurements only',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  requestsPerMinute: 1_000_000,
  shutdownSeconds: 2,
  modules: [vikunja],
  moduleSettings: { vikunja: { url: vikunjaUrl } },
  version: '0.0.0-bench',
  log: openLog({ level: 'error' }),
})
await host.listen()
process.on('message', () => {
  void host.close().then(() => {
    folder[Symbol.dispose]()
    process.exit()
  })
})
process.send?.({ url })
