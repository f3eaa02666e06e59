import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Usage } from './servers/report.ts'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly pid: number
  usage(): Promise<Usage>
}

/** Each server is a separate process, so that its usage can be measured. The script sends its address by `report`. */
export async function startServer(
  script: URL,
  args: readonly string[],
  { nodeOptions = [], environment = {}, isQuiet = false }: StartOptions = {},
): Promise<RunningServer> {
  const child = fork(script, args, {
    stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    execArgv: [...nodeOptions],
    env: { ...process.env, ...environment },
    // Files that it writes stay in this folder.
    cwd: new URL('.', script),
  })
  const ended = once(child, 'exit')
  const answer = async <Answer>(): Promise<Answer> => {
    const died = ended.then(() => Promise.reject(new Error(`${script.pathname} has ended`)))
    // Safe: `report` sends this message.
    const [message] = (await Promise.race([once(child, 'message'), died])) as [Answer]
    return message
  }
  const { url, token } = await answer<{ url: string; token: string }>()
  return {
    url,
    token,
    // It has started, so it has one.
    pid: child.pid ?? NaN,
    usage: () => {
      child.send('usage')
      return answer<Usage>()
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.send('end')
      await ended
    },
  }
}

interface StartOptions {
  readonly nodeOptions?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Its output is dropped. */
  readonly isQuiet?: boolean
}
