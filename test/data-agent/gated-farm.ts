import pg from 'pg'
import { createDatabase } from '../environment/database.ts'
import { quickEngine } from '../environment/test-host.ts'
import { meta, type TestUser } from '../environment/test-user.ts'
import { makeOntology, openAgent } from './open-agent.ts'

export const farmQuestion = 'How many loaves are there?'

export type GatedFarm = Awaited<ReturnType<typeof openGatedFarm>>

/** A PostgreSQL source whose statements wait, once its gate is shut, until the test opens it. */
export async function openGatedFarm(settings: Readonly<Record<string, unknown>> = {}) {
  const database = await createDatabase()
  const owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query(`create table all_loaves (loaf_id int primary key, kind text not null);
    insert into all_loaves select n, 'kind ' || n % 3 from generate_series(1, 12) n;
    create table gate (is_open boolean);
    insert into gate values (true);
    create function pass() returns boolean language plpgsql as $$ begin
      while not (select is_open from gate) loop perform pg_sleep(0.02); end loop;
      return true;
    end $$;
    create view loaves as select l.* from all_loaves l, (select pass() as is_open offset 0) as passed where is_open`)
  const agent = await openAgent(quickEngine(), settings)
  const added = await agent.admin.api('POST', '/api/data-agent/connections', {
    name: 'farm',
    kind: 'postgres',
    url: database.url,
  })
  const { id } = (await added.json()) as { id: string }
  const ontologyId = await makeOntology(agent.admin, { name: 'Farm', connection_id: id })
  return {
    agent,
    ontologyId,
    url: database.url,
    gate: (isOpen: boolean) => owner.query('update gate set is_open = $1', [isOpen]),
    /** Statements that run on the database now. */
    async running(): Promise<number> {
      const { rows } = await owner.query(
        `select 1 from pg_stat_activity
         where state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
      )
      return rows.length
    },
    [Symbol.asyncDispose]: async () => {
      await agent[Symbol.asyncDispose]()
      await owner.end()
      await database.drop()
    },
  }
}

/** A question whose every event is recorded. */
export class HeardQuestion {
  readonly #reader: ReadableStreamDefaultReader<string>
  #text = ''

  private constructor(reader: ReadableStreamDefaultReader<string>) {
    this.#reader = reader
  }

  static async ask(user: TestUser, ontologyId: string, signal?: AbortSignal): Promise<HeardQuestion> {
    const response = await user.post(
      'tools/call',
      {
        name: 'ask_question',
        arguments: { ontologyId, question: farmQuestion },
        _meta: { ...meta, progressToken: 'place' },
      },
      signal === undefined ? {} : { signal },
    )
    const { body } = response
    if (body === null) throw new Error('The answer has no body')
    return new HeardQuestion(body.pipeThrough(new TextDecoderStream()).getReader())
  }

  /** Reads until these words have come. */
  async until(words: string): Promise<string> {
    while (!this.#text.includes(words)) {
      const { done, value } = await this.#reader.read()
      if (done) throw new Error(`It ended without “${words}”: ${this.#text}`)
      this.#text += value
    }
    return this.#text
  }

  /** All events up to the end. */
  async ended(): Promise<string> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return this.#text
      this.#text += value
    }
  }
}
