import type { Host } from '@quipu/host'
import type { Calls, Cost } from './cost.ts'
import { costsOf } from './cost.ts'
import { Filler } from './filler.ts'
import { openMeasuredHost, ownProcessorTime } from './measured-host.ts'

/** An audit of so many rows, one in 15 s, of which the caller made a tenth, read by an admin as pages read it. */
export class Audits implements AsyncDisposable {
  readonly #host: Host
  readonly #filler: Filler
  readonly #people: readonly string[]
  #rows = 0

  static async open(folder: string): Promise<Audits> {
    const filler = new Filler()
    const { host } = await openMeasuredHost(folder, { modules: [filler.module] })
    const people: string[] = []
    for (let person = 0; person <= 40; person += 1) {
      const role = person === 0 ? 'admin' : 'contributor'
      people.push((await host.accounts.create({ email: `person-${person}@example.com`, role })).id)
    }
    return new Audits(host, filler, people)
  }

  private constructor(host: Host, filler: Filler, people: readonly string[]) {
    this.#host = host
    this.#filler = filler
    this.#people = people
  }

  async measure(rows: number): Promise<Map<string, Cost>> {
    const [me = '', ...others] = this.#people
    await this.#filler.fillAudit(me, others, this.#rows, rows)
    this.#rows = rows
    await this.#filler.settle()
    return costsOf(this.#calls(me, others[0] ?? ''), ownProcessorTime)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host.close()
  }

  #calls(me: string, other: string): Calls {
    const audit = (filter: Parameters<Host['audit']['list']>[0]) => () =>
      this.#host.audit.list(filter, { limit: 20 })
    const day = { from: Filler.auditTime(1_000), to: Filler.auditTime(6_760) }
    const late = { from: Filler.auditTime(this.#rows + 10) }
    return {
      'audit: all': audit({}),
      'audit: a person': audit({ userId: other }),
      'audit: a frequent action': audit({ action: 'mcp.tool.call' }),
      'audit: a rare action': audit({ action: 'auth.key_rotated' }),
      'audit: an action that never was': audit({ action: 'never.was' }),
      'audit: the beginning of a rare action': audit({ action: 'auth.*' }),
      'audit: the beginning of frequent actions': audit({ action: 'mcp.*' }),
      'audit: a rare outcome': audit({ outcome: 'FORBIDDEN' }),
      'audit: an outcome that never was': audit({ outcome: 'NEVER' }),
      'audit: a frequent type': audit({ resourceType: 'mcp_tool' }),
      'audit: a type that never was': audit({ resourceType: 'never' }),
      'audit: a rare thing': audit({ resourceId: 'rare_tool' }),
      'audit: without reads': audit({ isWithoutReads: true }),
      'audit: a day long ago': audit(day),
      'audit: a day long ago, of a person': audit({ ...day, userId: other }),
      'audit: a day long ago, of an action': audit({ ...day, action: 'mcp.tool.call' }),
      'audit: a day long ago, of a rare outcome': audit({ ...day, outcome: 'FORBIDDEN' }),
      'audit: a day long ago, without reads': audit({ ...day, isWithoutReads: true }),
      'audit: what comes now': audit(late),
      'audit: what comes now, of a person': audit({ ...late, userId: other }),
      'audit: what comes now, without reads': audit({ ...late, isWithoutReads: true }),
      'audit: an action that a person never did': audit({ userId: me, action: 'api.call' }),
      'audit: a rare action of a person': audit({ userId: other, action: 'auth.key_rotated' }),
      'audit: the beginning of actions of a person': audit({ userId: me, action: 'mcp.*' }),
      'audit: the beginning of an action that never was': audit({ userId: me, action: 'never.*' }),
      'audit: a person without reads': audit({ userId: other, isWithoutReads: true }),
    }
  }
}
