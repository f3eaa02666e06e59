import { constants, cpSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Log } from '@quipu/kit'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { engines, openAt, silent } from '../storage/test-store.ts'
import { openAuditLog } from './audit-log.ts'
import { KeptHead } from './kept-head.ts'
import { openTestChain } from './test-chain.ts'

describe.each(engines)('the kept head on %s', (engine) => {
  test('[U160] a store that was reset to an earlier state is reported until the file is removed', async () => {
    const { store, keys, write, sealer, tamper } = await openTestChain(engine)
    const folder = folderPath()
    const { log, errors } = listening()
    const kept = await KeptHead.open({ folder, store, log })
    await write(3)
    await sealer({ kept }).seal()
    await tamper('create table former as select * from audit_chain')
    await write(2)
    await sealer({ kept }).seal()
    expect(await openAuditLog(store, keys, kept).verify()).toMatchObject({ ok: true, sealedRows: 5 })
    await KeptHead.open({ folder, store, log })
    expect(errors).toEqual([])

    await tamper(`delete from audit_seals where number = 2; delete from audit_events where id > 3;
      delete from audit_chain; insert into audit_chain select * from former;
      select setval('audit_events_id_seq', 3)`)
    await KeptHead.open({ folder, store, log })
    await write(4)
    const again = await KeptHead.open({ folder, store, log })
    await sealer({ kept: again }).seal()

    expect(errors).toEqual(Array(2).fill(expect.stringMatching(/end of the audit is lost: seal 2 .*2 rows/)))
    expect(again.lost).toMatchObject({ seal: 2, found: 1, rows: 2 })
    expect(await openAuditLog(store, keys, again).verify()).toMatchObject({
      ok: false,
      sealedRows: 7,
      firstProblem: { kind: 'tail_lost' },
    })

    rmSync(join(folder, 'audit-head.json'))
    const accepted = await KeptHead.open({ folder, store, log })
    expect(await openAuditLog(store, keys, accepted).verify()).toMatchObject({ ok: true })
  })
})

test('[U160] a log whose end was cut off is reported, although the rest of the chain is valid', async () => {
  const { place, store, keys, write, sealer } = await openTestChain('pglite')
  if (place.kind !== 'embedded') throw new Error('not embedded')
  const folder = folderPath()
  const kept = await KeptHead.open({ folder, store, log: silent })
  await write(199)
  await sealer({ kept }).seal()
  const [end] = await store.query<{ file: string; place: number }>('everyone', {
    sql: `select file_name as file, file_offset::int as place from pg_walfile_name_offset(pg_current_wal_flush_lsn())`,
    parameters: [],
  })
  await write(1)
  await sealer({ kept }).seal()

  const copy = folderPath()
  cpSync(place.folder, copy, { recursive: true })
  rmSync(join(copy, 'owner.lock'))
  cutOff(join(copy, 'store/pg_wal'), end?.file ?? '', end?.place ?? 0)
  const cut = await openAt({ kind: 'embedded', folder: copy })
  const { log, errors } = listening()
  const found = await KeptHead.open({ folder, store: cut, log })

  expect(await openAuditLog(cut, keys).verify()).toMatchObject({ ok: true, sealedRows: 199 })
  expect(errors).toHaveLength(1)
  expect(await openAuditLog(cut, keys, found).verify()).toMatchObject({
    ok: false,
    firstProblem: { kind: 'tail_lost', lost: expect.stringContaining('at least 1 row') },
  })
})

test('[U160] an invalid file beside the store refuses the start, and the error says what to do', async () => {
  const { store } = await openTestChain('pglite')
  const folder = folderPath()
  await KeptHead.open({ folder, store, log: silent })
  const path = join(folder, 'audit-head.json')
  expect(readFileSync(path, 'utf8')).toContain('"number":0')
  writeSync(openSync(path, constants.O_TRUNC | constants.O_WRONLY), 'not ours')

  await expect(KeptHead.open({ folder, store, log: silent })).rejects.toThrow(
    /cannot be understood.*remove it/,
  )
})

function folderPath(): string {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

function listening(): { log: Log; errors: string[] } {
  const errors: string[] = []
  return { log: { ...silent, error: (_fields, message) => void errors.push(message) }, errors }
}

/** Everything that was logged from this place on becomes zeros. */
function cutOff(folder: string, file: string, place: number): void {
  for (const name of readdirSync(folder).filter((each) => each.length === 24 && each >= file)) {
    const from = name === file ? place : 0
    writeSync(openSync(join(folder, name), 'r+'), Buffer.alloc(16 * 1024 * 1024 - from), 0, undefined, from)
  }
}
