import type { Module, Ports } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { describe, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { mailboxOf } from '../environment/mailbox.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import type { Ingested } from './open-truth.ts'
import { Person } from './open-truth.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

describe.each(available)('on %s', (engine) => {
  test(
    '[TR462] a mailbox whose job is begun again goes on after its last part',
    { timeout: 300_000 },
    async () => {
      const workers = new FailingWorkers()
      await using host = await openTestHost(engine, [workers.under(truth)])
      const [ann, bob] = [
        new Person(await host.user({ path: '' })),
        new Person(await host.user({ path: '' })),
      ]
      const mailbox = mailboxOf(7, {
        attached: 600_000,
        text: (number) => `letter${number}`,
        payment: () => '5.50',
      })
      const { body } = await ann.upload<Ingested & { job_id: string }>(mailbox, {}, '?interpret=later')
      const status = async () => {
        // The pause after a failure is by this clock.
        host.clock.advance('1m')
        return (await ann.user.api('GET', `/api/truth/jobs/${body.job_id}`)).json()
      }
      await expect.poll(status, { timeout: 240_000 }).toMatchObject({ state: 'done' })

      // Of what was recorded nothing is read again, only what the failed part held.
      const [first, failed, ...others] = workers.parts
      const subjects = Array.from({ length: 7 }, (_, index) => `subject ${index + 1}`)
      expect(failed?.length).toBeGreaterThan(0)
      expect([...first!, ...others.flat()]).toEqual(subjects)
      const { body: atOnce } = await bob.upload<Ingested>(mailbox)
      const ids = async (who: Person) => {
        const page = { node_id: body.source_id, node_type: 'source', include_observations: true, limit: 500 }
        const { observations } = await who.call<{ observations: { id: string }[] }>(
          'get_graph_neighborhood',
          page,
        )
        return observations.map(({ id }) => id)
      }
      expect(await ids(ann)).toEqual(await ids(bob))
      expect(await ids(ann)).toHaveLength(atOnce.interpretation.observations_created)
      expect(await ann.call('search_truth', { query: 'letter6' })).toMatchObject({
        sources: [{ id: body.source_id }],
      })
    },
  )
})

/** Notes the messages that are read, and fails once, at the second part. */
class FailingWorkers {
  readonly parts: (readonly string[])[] = []

  under(module: Module): Module {
    return {
      ...module,
      open: (ports) => {
        const run: Ports['workers']['run'] = async (file, input, options) => {
          const { messages = [] } = input as { messages?: readonly Uint8Array[] }
          if (messages.length > 0) this.parts.push(messages.map(subjectOf))
          if (messages.length > 0 && this.parts.length === 2)
            throw new PortError('unavailable', 'No worker can be started now')
          return ports.workers.run(file, input, options)
        }
        return module.open({ ...ports, now: () => ports.now(), workers: { ...ports.workers, run } })
      },
    }
  }
}

function subjectOf(message: Uint8Array): string {
  return /^Subject: (.*)$/m.exec(Buffer.from(message).toString('latin1'))?.[1] ?? ''
}
