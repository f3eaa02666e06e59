import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly token: string
  cpuMicros(): Promise<number>
}

/** Each server is a separate process, so that its processor time can be measured. */
export async function startServer(name: 'bare' | 'sdk' | 'quipu', tools: number): Promise<RunningServer> {
  const child = fork(new URL(`./servers/${name}.ts`, import.meta.url), [String(tools)], { stdio: 'inherit' })
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }]
  return {
    url,
    token,
    cpuMicros: async () => {
      child.send('cpu')
      const [micros] = (await once(child, 'message')) as [number]
      return micros
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.send('end')
      await ended
    },
  }
}
