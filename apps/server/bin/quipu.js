#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, because it must also run on the Node that an assistant happens to have, which may be too old.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const here = realpathSync(fileURLToPath(import.meta.url))

/** With which a server gives memory back. The runtime reads them only when it begins. */
const flags = ['--max-semi-space-size=4']
const environment = { MALLOC_ARENA_MAX: '2' }

if (major > 24 || (major === 24 && minor >= 11)) {
  if (process.argv[2] === 'start') beginAgainWithSettings()
  // Assistants start it anew for each conversation. Kept beside the packages, where nobody else can put anything.
  const { enableCompileCache } = await import('node:module')
  const cache = join(dirname(here), '..', '..', '..', 'node_modules', '.cache', 'quipu-compiled')
  // Threads learn of it from the environment only.
  process.env['NODE_COMPILE_CACHE'] ||= cache
  enableCompileCache(cache)
  const { main } = await import('../src/commands/main.ts')
  await main(process.argv.slice(2))
} else {
  // Marked, so that a bundled Node which is too old as well is reported, not started for ever.
  runOn(process.env['QUIPU_NODE_CHOSEN'] === '1' ? undefined : bundledNode(dirname(here)))
}

/**
 * Replaces this process by one with these settings: the process id, the terminal and the signals stay. Settings that somebody has
 * chosen stay too. Where a process cannot be replaced, such as on Windows, it goes on as it is.
 */
function beginAgainWithSettings() {
  const chosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
  const isChosen = chosen.includes('semi-space-size') || process.env['MALLOC_ARENA_MAX'] !== undefined
  const isPossible = typeof process.execve === 'function' && process.platform !== 'win32'
  // A channel to the parent would not survive.
  if (isChosen || !isPossible || process.send !== undefined) return
  const args = [process.argv0, ...flags, ...process.execArgv, here, ...process.argv.slice(2)]
  process.execve(process.execPath, args, { ...process.env, ...environment })
}

/** @param {string | undefined} node */
function runOn(node) {
  if (node === undefined) {
    console.error(
      `quipu: needs Node 24.11 or newer; this is ${process.version} and none was installed with Quipu.`,
    )
    console.error(
      `Run "npm install" in ${dirname(dirname(dirname(here)))}, or install Node 24 from https://nodejs.org.`,
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [here, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, QUIPU_NODE_CHOSEN: '1' },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    console.error(`quipu: cannot run ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}

/** @param {string} folder */
function bundledNode(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const candidates = [
      join(at, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node'),
      join(at, 'node_modules', '.bin', 'node'),
    ]
    const found = candidates.find((path) => existsSync(path))
    if (found !== undefined || at === dirname(at)) return found
  }
}
