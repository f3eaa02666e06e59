import type { Module, Ports } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { describe, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
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
      const mailbox = mailboxOf(7, 600_000)
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
        const page = { node_id: body.source_id, node_type: 'source', include_observations: true }
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

/** So many messages. Each has a long attachment and the same payment, which is as many payments. */
function mailboxOf(count: number, attached: number): string {
  const bytes = Buffer.alloc(attached).toString('base64').replace(/.{76}/g, '$&\n')
  const message = (number: number) =>
    `From a@example.com Thu Jan  1 00:00:00 2026
Message-ID: <${number}@example.com>
From: Ann <ann@example.com>
To: Bob <bob@example.com>
Subject: subject ${number}
Date: Thu, 1 Jan 2026 08:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

letter${number}
--b
Content-Type: text/csv; name=payments.csv
Content-Disposition: attachment; filename=payments.csv

date,amount,description
2026-01-31,5.50,Tea

--b
Content-Type: application/octet-stream; name=zeros.bin
Content-Disposition: attachment; filename=zeros.bin
Content-Transfer-Encoding: base64

${bytes}
--b--
`
  return Array.from({ length: count }, (_, index) => message(index + 1)).join('')
}
