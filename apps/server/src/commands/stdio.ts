import { Console } from 'node:console'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { LineOutput } from '../terminal/line-output.ts'
import { LineSplitter, messageLimit } from '../owner/lines.ts'
import { Member } from '../owner/member.ts'
import { Relay } from '../owner/relay.ts'
import { errorAnswer } from '../owner/rpc-message.ts'
import { StagedUploads } from '../owner/staged-uploads.ts'
import { shutdownRequested } from '../start/shutdown.ts'

export const stdio: Command = {
  name: 'stdio',
  says: 'Serve one assistant over standard input and output.',
  words: [],
  options: { user: { value: 'EMAIL', says: 'Act for this account. Default: the owner.' } },
  examples: [
    'claude mcp add quipu -- "$PWD/node_modules/.bin/quipu" stdio',
    'npx quipu stdio --user ada@example.com',
  ],
  run: async (given, { config, log }) => {
    // Standard output carries only the protocol, whatever code prints.
    globalThis.console = new Console(process.stderr, process.stderr)
    const input = new PausableInput()
    const output = new LineOutput((isFull) => input.hold('output', isFull))
    const relay = new Relay({
      send: (line) => output.write(line),
      hold: (isHeld) => input.hold('relay', isHeld),
    })
    const member = new Member({ config, log, relay, user: given.value('user') })
    const running = member.run()
    const uploads = new StagedUploads(config.dataFolder, (line) => relay.receive(line))
    const ended = Promise.race([input.read(uploads, output), shutdownRequested(), output.broken])
    await Promise.race([running, ended])
    await Promise.race([running, relay.drained(), output.broken, delay(finishMs, undefined, { ref: false })])
    member.stop()
    await running
    await output.end()
    process.stdin.destroy()
    return exitCodes.ok
  },
}

/** How long requests may continue after the client has disconnected. */
const finishMs = 30_000

/** Standard input, read only while nothing pauses it. */
class PausableInput {
  readonly #holds = new Set<string>()

  hold(who: string, isHeld: boolean): void {
    const before = this.#holds.size
    if (isHeld) this.#holds.add(who)
    else this.#holds.delete(who)
    if (before === 0 && this.#holds.size > 0) process.stdin.pause()
    if (before > 0 && this.#holds.size === 0) process.stdin.resume()
  }

  /** Resolves at the end of the input, when every line has been passed on. */
  async read(uploads: StagedUploads, output: LineOutput): Promise<void> {
    const tooLarge = errorAnswer(null, -32600, `A message may have at most ${messageLimit} bytes.`)
    const splitter = new LineSplitter(
      messageLimit,
      (line) => uploads.receive(line),
      () => output.write(tooLarge),
    )
    await new Promise<void>((resolve) => {
      process.stdin.on('data', (chunk: Buffer) => splitter.push(chunk))
      process.stdin.once('end', () => {
        splitter.end()
        resolve()
      })
      process.stdin.once('error', () => resolve())
    })
    await uploads.idle()
  }
}
