import { defineModule, type Ports } from '@quipu/kit'
import { openTestHost, quickEngine } from './test-host.ts'

/** The ports as a host gives them to a module, for what is below a module's tools. */
export async function openPorts(): Promise<{ readonly ports: Ports } & AsyncDisposable> {
  let ports: Ports | undefined
  const probe = defineModule({
    name: 'probe',
    title: 'Probe',
    permissions: {},
    tools: [],
    open: (given) => {
      ports = given
      return {}
    },
  })
  const host = await openTestHost(quickEngine(), [probe])
  if (ports === undefined) throw new Error('The host did not open the module')
  return { ports, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}
