import type { Host } from '@quipu/host'
import type { Command, Context } from '../command-line/command.ts'
import type { Config } from '../installation/config.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { hasStore, openConfiguredHost, workplaceOf } from '../installation/host-options.ts'
import { ensureOwner, type OwnerAccount } from '../start/owner-account.ts'
import { ControlServer } from '../owner/control-server.ts'
import { takeFolder } from '../owner/join.ts'
import { finishRotation } from '../installation/secret-rotation.ts'
import { shutdownRequested } from '../start/shutdown.ts'
import { welcome } from '../start/welcome.ts'

export const start: Command = {
  name: 'start',
  says: 'Run the server until Ctrl-C.',
  words: [],
  options: {},
  examples: [
    'npx quipu start',
    'PORT=9000 npx quipu start',
    'DATABASE_URL=postgres://quipu@db/quipu npx quipu start',
  ],
  logLevel: 'info',
  run: async (given, context) => {
    const { config, print, tell } = context
    const shutdown = shutdownRequested(() => tell('Stopped at once; what was under way is lost.'))
    const host = await Promise.race([openStore(context), shutdown.then(() => undefined)])
    if (host === undefined) {
      tell('Stopped before it was ready. Nothing is lost: the next start begins again.')
      return exitCodes.ok
    }
    let control: ControlServer | undefined
    try {
      const workplace = workplaceOf(config, host)
      await finishRotation(config, host)
      // Before there is a password: it is shown once, and not at all if the port cannot be had.
      await listen(host, config)
      const owner = await host.asCommand(() => ensureOwner(workplace, config.owner.password))
      control = await openControl(context, host)
      const link = await signInLink(host, owner)
      const facts = { url: config.appUrl, ...owner, ...(link === undefined ? {} : { signInLink: link }) }
      print(given.isJson ? JSON.stringify(facts) : welcome(config, owner, link))
      await shutdown
      tell(
        'Shutting down: calls under way may finish, for up to 25 seconds; a second signal ends it at once.',
      )
      host.leave()
      await control?.leave('anyone', leaveMs)
    } finally {
      await control?.disconnect()
      await host.close()
    }
    return exitCodes.ok
  },
}

/** On the first start, and at a terminal. Otherwise the output is a log, which others may read. */
async function signInLink(host: Host, { email, newPassword }: OwnerAccount): Promise<string | undefined> {
  if (newPassword === undefined && process.stdout.isTTY !== true) return undefined
  return (await host.asCommand(() => host.links.signIn(email))).url
}

/** How long clients of this machine may finish their calls. */
const leaveMs = 5000

function openStore({ config, log, tell }: Context): Promise<Host> {
  const open = () => openConfiguredHost(config, log)
  if (config.store.kind === 'postgres') return open()
  if (!hasStore(config)) tell('Creating the store; the first start takes a few seconds …')
  return takeFolder({ dataFolder: config.dataFolder, open, patienceMs: 60_000 })
}

async function openControl({ config, log }: Context, host: Host): Promise<ControlServer | undefined> {
  if (config.store.kind === 'postgres') return undefined
  const identity = { kind: 'server', url: config.appUrl } as const
  return ControlServer.listen({
    dataFolder: config.dataFolder,
    identity,
    workplace: workplaceOf(config, host),
    log,
  })
}

async function listen(host: Host, config: Config): Promise<void> {
  const { host: address, port } = config.listen
  try {
    await host.listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      const hint = `Stop that program, or choose another port: PORT=${port === 65_535 ? 8320 : port + 1} npx quipu start`
      throw new CommandFailed(
        exitCodes.failed,
        `Port ${port} on ${address} is in use by another program.\n${hint}`,
      )
    }
    if (code === 'EACCES') {
      throw new CommandFailed(
        exitCodes.failed,
        `Port ${port} needs more rights than this user has. Set PORT to 1024 or above.`,
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CommandFailed(
        exitCodes.failed,
        `${address} is not an address of this machine. Set HOST to one that is.`,
      )
    }
    throw error
  }
}
