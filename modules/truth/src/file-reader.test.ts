import { PortError, type Workers } from '@quipu/kit'
import { expect, test } from 'vitest'
import { mailboxOf } from '../../../test/environment/mailbox.ts'
import { FileReader } from './file-reader.ts'
import { interpretMessages } from './interpretation/interpret.ts'
import type { WorkerInput } from './interpretation/worker.ts'

const owner = { userId: '00000000-0000-4000-8000-000000000001' }
/** Of several parts. */
const mailbox = Buffer.from(mailboxOf(60, { attached: 60_000, text: (number) => `letter ${number}` }))
const file = { bytes: [mailbox], size: mailbox.length, mimeType: 'application/mbox' }

/** Reads in this process, notes each task, and fails where `isRefused` says so. */
class NotingWorkers implements Workers {
  readonly tasks: { messages: number; letters: number; until: AbortSignal | undefined }[] = []
  readonly #isRefused: (messages: readonly Uint8Array[]) => boolean

  constructor(isRefused: (messages: readonly Uint8Array[]) => boolean = () => false) {
    this.#isRefused = isRefused
  }

  async run(...[, input, { until }]: Parameters<Workers['run']>): Promise<unknown> {
    // Only mailboxes are read here.
    const { messages, letters } = input as Extract<WorkerInput, { messages: unknown }>
    this.tasks.push({ messages: messages.length, letters, until })
    if (this.#isRefused(messages)) throw new PortError('memory', 'Too much')
    return interpretMessages(messages, letters)
  }
}

test('[TR570] one process reads all parts of a mailbox, and ends with them', async () => {
  const workers = new NotingWorkers()
  const whole = await new FileReader(workers).whole(owner, file)

  const [first, ...others] = workers.tasks
  expect(others.length).toBeGreaterThan(2)
  expect(first?.until?.aborted).toBe(true)
  for (const { until } of others) expect(until).toBe(first?.until)
  expect(whole.statements.filter(({ entityType }) => entityType === 'message')).toHaveLength(60)
})

test('[TR913] the next part is read while one is used, and never more', async () => {
  const workers = new NotingWorkers()
  const parts = new FileReader(workers).parts(owner, file)
  for (const read of [1, 2]) {
    await parts.next()
    await expect.poll(() => workers.tasks.length).toBe(read + 1)
  }
  const { until } = workers.tasks[0]!
  expect(until?.aborted).toBe(false)
  await parts.return(undefined)

  expect(until?.aborted).toBe(true)
  expect(workers.tasks).toHaveLength(3)
})

test('[TR570] a message that fails is found, and its neighbours are the same as without a failure', async () => {
  const isBad = (message: Uint8Array) => Buffer.from(message).includes('letter 7\n')
  const failing = new NotingWorkers((messages) => messages.some(isBad))
  const [found, plain] = await Promise.all(
    [failing, new NotingWorkers()].map((workers) => new FileReader(workers).whole(owner, file)),
  )

  expect(found?.notes).toContain('A message was not read. Reading it took more than 512 MB of memory.')
  const subjects = (statements = found?.statements) => statements?.map(({ fields }) => fields['subject'])
  expect(subjects()).toEqual(subjects(plain?.statements)?.filter((subject) => subject !== 'subject 7'))
  // Alone it has a process of its own.
  const alone = failing.tasks.filter(({ until }) => until === undefined)
  expect(new Set(alone.map(({ messages }) => messages))).toEqual(new Set([1]))
})

test('[TR571] only the text that is wanted passes, and every page counts', async () => {
  const all = await new FileReader(new NotingWorkers()).whole(owner, file)
  const workers = new NotingWorkers()
  const pages: string[] = []
  const spans: unknown[] = []
  for await (const { found } of new FileReader(workers).parts(owner, file, { letters: 1_000 })) {
    pages.push(...found.pages)
    spans.push(...found.statements.map((statement) => statement.spans))
  }

  expect(pages).toHaveLength(all.pages.length)
  expect(pages.join('').slice(0, 1_000)).toBe(all.pages.join('').slice(0, 1_000))
  expect(pages.join('').length).toBeLessThan(2_000)
  expect(workers.tasks.at(-1)?.letters).toBeLessThanOrEqual(0)
  expect(spans).toEqual(all.statements.map((statement) => statement.spans))
})
