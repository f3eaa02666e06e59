import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

interface Step {
  readonly command: string
  readonly answer: string
}

/** The commands of a page with the answers that it shows. */
function stepsOf(page: string): readonly Step[] {
  const text = readFileSync(new URL(`../../../../docs/site/${page}.md`, import.meta.url), 'utf8')
  const [, block = ''] = /```console\n([^]*?)```/.exec(text) ?? []
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const end = step.indexOf('\n')
      return { command: step.slice(0, end), answer: step.slice(end + 1) }
    })
}

/** `…` stands for what differs from day to day and from place to place. */
function patternOf(answer: string): RegExp {
  return new RegExp(`^${answer.split('…').map(escaped).join('[^\\n]+')}$`)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

test(
  '[C206] the commands and answers of the page “Remember with proof” are the actual ones',
  { timeout: 600_000 },
  async () => {
    const [shown, ...steps] = stepsOf('truth')
    const place = temporaryFolder()
    const settings = { QUIPU_DATA_DIR: await folderWithStore() }
    expect(shown?.command).toBe('cat invoice.txt')
    writeFileSync(join(place, 'invoice.txt'), shown?.answer ?? '')
    expect(steps.length).toBeGreaterThan(3)
    // Beside a server none of them has to open the store.
    await ServerProcess.start(settings.QUIPU_DATA_DIR, settings)
    for (const { command, answer } of steps) {
      const words = command
        .replace(/^npx quipu /, '')
        .split(' ')
        .map((word) => (/\.\w+$/.test(word) ? join(place, word) : word))
      const { code, stdout } = await quipu(words, settings)
      expect([command, code, stdout]).toEqual([
        command,
        0,
        expect.stringMatching(patternOf(answer)) as string,
      ])
    }
  },
)
