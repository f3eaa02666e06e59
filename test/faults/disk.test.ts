import { execFileSync } from 'node:child_process'
import { closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openHost } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { expect, test } from 'vitest'
import { copyOfMigratedStore } from '../environment/embedded-store.ts'
import { canMount, smallDisk } from '../environment/small-disk.ts'
import { openTestHost, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

const modules = [tasks, truth]

test.skipIf(!canMount())(
  '[X344] a full disk loses no acknowledged write; the operator is notified, and the server continues without a restart',
  async () => {
    using place = smallDisk(160)
    await using app = await openOn(place.path)
    const ada = await app.user()
    expect([await add(ada, 'before'), await ingest(ada, 'before')]).toEqual(['kept', 'kept'])

    fill(place.path)
    const titles = ['before']
    const outcomes = new Set<string>()
    // Writes that fit into existing pages and log files may still succeed.
    for (let n = 0; n < 20; n += 1) {
      const title = `during ${n} ${'x'.repeat(150)}`
      const outcome = await add(ada, title)
      if (outcome === 'kept') titles.push(title)
      outcomes.add(outcome).add(await ingest(ada, `during ${n}`))
    }
    expect([...outcomes].filter((outcome) => outcome !== 'kept')).toEqual(['UNAVAILABLE'])
    expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(503)
    const files = (await app.host.checks()).find(({ name }) => name === 'files')
    expect(files?.detail).toMatch(/is full. Free some space/)

    rmSync(join(place.path, 'filler'))
    await expect.poll(() => add(ada, 'after')).toBe('kept')
    await expect.poll(() => ingest(ada, 'after')).toBe('kept')
    await expect.poll(async () => (await fetch(`${app.url}/api/health/ready`)).status).toBe(200)
    const { body } = await ada.call('list_tasks', { limit: 100 })
    const listed = (body.data as { tasks: { title: string }[] }).tasks.map(({ title }) => title)
    expect(listed).toEqual(expect.arrayContaining([...titles, 'after']))
    expect(await app.host.audit.verify()).toMatchObject({ ok: true })
  },
)

test.skipIf(!canMount())(
  '[X345] a data folder on a read-only disk is refused with a message and not changed',
  async () => {
    using place = smallDisk(160)
    await using first = await openOn(place.path)
    const ada = await first.user()
    await add(ada, 'before')
    await first.host.close()
    remount(place.path, 'ro')

    const opening = openHost(first.options)
    await expect(opening).rejects.toThrow(/read-only/i)
    remount(place.path, 'rw')
    await using again = await openHost(first.options)
    expect(await again.audit.verify()).toMatchObject({ ok: true })
  },
)

async function openOn(folder: string): Promise<TestHost> {
  using made = await copyOfMigratedStore(modules)
  cpSync(made.path, folder, { recursive: true })
  return openTestHost('pglite', modules, { store: { kind: 'embedded', folder }, dataFolder: folder })
}

async function add(user: TestUser, title: string): Promise<string> {
  return outcomeOf(user, 'add_task', { title })
}

/** A file, which is stored as a blob and rows. */
async function ingest(user: TestUser, name: string): Promise<string> {
  const file_content = Buffer.from(`${name}\n${'words '.repeat(1000)}`).toString('base64')
  return outcomeOf(user, 'ingest', { file_content, mime_type: 'text/plain', interpret: false })
}

async function outcomeOf(user: TestUser, tool: string, input: object): Promise<string> {
  const { result, error } = await user.rpc('tools/call', { name: tool, arguments: input })
  if (result === undefined) return String(error?.data?.['code'])
  const meta = result['_meta'] as { error_code?: string }
  return result['isError'] === true ? String(meta.error_code) : 'kept'
}

function fill(place: string): void {
  const file = openSync(join(place, 'filler'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch {
    // It is full.
  } finally {
    closeSync(file)
  }
}

function remount(place: string, mode: 'ro' | 'rw'): void {
  execFileSync('mount', ['-o', `remount,${mode}`, place], { stdio: 'ignore' })
}
