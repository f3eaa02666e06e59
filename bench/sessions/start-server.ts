import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Usage } from './servers/report.ts'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  /** One for each user. */
  readonly tokens: readonly string[]
  /** After a garbage collection. */
  memory(): Promise<Usage>
  cpuMicros(): Promise<number>
}

/** Each server is a separate process, so that its usage can be measured. */
export async function startServer(name: 'bare' | 'quipu', users: number): Promise<RunningServer> {
  const script = new URL(`./servers/${name}.ts`, import.meta.url)
  const child = fork(script, [String(users)], { stdio: 'inherit', execArgv: ['--expose-gc'] })
  const ended = once(child, 'exit')
  const answer = async <Answer>(): Promise<Answer> => {
    const died = ended.then(() => Promise.reject(new Error(`The ${name} server has ended`)))
    // Safe: `report` sends this message.
    const [answer] = (await Promise.race([once(child, 'message'), died])) as [Answer]
    return answer
  }
  const used = (question: 'memory' | 'cpu'): Promise<Usage> => {
    child.send(question)
    return answer<Usage>()
  }
  const { url, tokens } = await answer<{ url: string; tokens: string[] }>()
  return {
    url,
    tokens,
    memory: () => used('memory'),
    cpuMicros: async () => (await used('cpu')).cpuMicros,
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.send('end')
      await ended
    },
  }
}
