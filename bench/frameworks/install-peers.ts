import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** The frameworks that are compared. None of them is a dependency of the project. */
export const peerVersions = {
  tmcp: '1.20.0',
  '@tmcp/transport-http': '0.9.0',
  '@tmcp/adapter-zod': '0.1.7',
  fastmcp: '4.20.16',
  'mcp-use': '2.5.2',
  zod: '4.6.7',
} as const

const folder = new URL('../../node_modules/.cache/frameworks/', import.meta.url)

/**
 * Installs the frameworks beside the project, once, and puts their servers next to them. Resolves to the folder, or to
 * undefined if npm cannot install them.
 */
export async function installPeers(): Promise<URL | undefined> {
  await mkdir(folder, { recursive: true })
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: peerVersions })
  const done = new URL('installed.json', folder)
  const installed = await readFile(done, 'utf8').catch(() => '')
  if (installed !== manifest) {
    process.stderr.write('installing the frameworks into node_modules/.cache/frameworks\n')
    await writeFile(new URL('package.json', folder), manifest)
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error']
    try {
      await promisify(execFile)('npm', ['install', ...flags], {
        cwd: fileURLToPath(folder),
        timeout: 300_000,
      })
    } catch (error) {
      console.error(
        `npm could not install the frameworks, so they are left out: ${String(error).slice(0, 300)}`,
      )
      return undefined
    }
    await writeFile(done, manifest)
  }
  await cp(new URL('./peers/', import.meta.url), folder, { recursive: true })
  return pathToFileURL(fileURLToPath(folder))
}
