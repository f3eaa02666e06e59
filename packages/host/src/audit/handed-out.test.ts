import { expect, test } from 'vitest'
import { withClient } from '../../../../test/environment/postgres.ts'
import { engines, migratedPlace } from '../storage/test-store.ts'
import { handedOut } from './handed-out.ts'

/** An embedded store has one session: nobody reads while another one writes. */
const shared = engines.filter((engine) => engine === 'postgres')

test.each(shared)(
  '[U163] on %s the highest assigned id never goes back while others are assigned',
  async (engine) => {
    const place = await migratedPlace(engine, [])
    if (place.kind !== 'postgres') throw new Error('the place is not on PostgreSQL')

    await withClient(place.url, async (writer) => {
      await withClient(place.url, async (reader) => {
        const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid')
        const assigning = writer
          .query(
            `do $$ begin for i in 1..100000000 loop perform nextval('audit_events_id_seq'); end loop; end $$`,
          )
          .catch(() => {})
        await reader.query(countReturns)
        const went = await reader.query<{ back: number }>('select pg_temp.count_returns() as back')
        await reader.query('select pg_cancel_backend($1)', [rows[0]?.pid])
        await assigning

        expect(went.rows).toEqual([{ back: 0 }])
      })
    })
  },
)

/** Reads it very often, each time by a statement of its own, and counts how often it is lower than before. */
const countReturns = `create function pg_temp.count_returns() returns int language plpgsql as $function$
  declare
    before bigint := 0;
    after bigint;
    back int := 0;
  begin
    for i in 1..200000 loop
      execute 'select ${handedOut.replaceAll("'", "''")}' into after;
      if after < before then back := back + 1; end if;
      before := after;
    end loop;
    return back;
  end $function$`
