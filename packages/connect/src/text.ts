import type { ConnectClient, ConnectTarget } from './clients.ts'

/** How a client is connected, as lines for a terminal. */
export function textOf(client: ConnectClient, target: ConnectTarget): string {
  const remote = 'It comes from the internet: the address must be reachable from there by https.'
  const steps = client.steps(target).map(({ says, code, link }) => {
    const below = code ?? link?.href
    return below === undefined ? says : `${says}\n${below.replaceAll(/^/gm, '  ')}`
  })
  return [client.title, ...(client.isRemote === true ? [remote] : []), ...steps].join('\n\n')
}
