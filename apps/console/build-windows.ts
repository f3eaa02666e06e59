import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const sources = join(import.meta.dirname, 'src', 'windows')

/** The largest page that clients show. */
const mostBytes = 250 * 1024

/** The same components on Preact: with React, a window would be larger than clients allow. */
const smaller = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/**
 * Builds each folder of `src/windows` into one page with everything inside, because a client shows it in a frame that
 * cannot load anything. The server sends it as the window of a tool.
 */
export function windows(): Plugin {
  return {
    name: 'quipu-windows',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      const target = join(dir ?? '', 'windows')
      await mkdir(target, { recursive: true })
      const all = await readdir(sources, { withFileTypes: true })
      for (const { name } of all.filter((entry) => entry.isDirectory())) {
        const page = await pageOf(name)
        const bytes = Buffer.byteLength(page)
        if (bytes > mostBytes)
          throw new Error(`The window "${name}" has ${bytes} bytes; at most ${mostBytes} are allowed`)
        await writeFile(join(target, `${name}.html`), page)
      }
    },
  }
}

async function pageOf(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: smaller },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      lib: {
        entry: join(sources, name, 'main.tsx'),
        formats: ['iife'],
        name: 'quipuWindow',
        fileName: 'window',
      },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const script = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
  const style = outputs
    .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []))
    .join('\n')
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Quipu</title>',
    `<style>${style.replaceAll('</style', '<\\/style')}</style></head><body><div id="root"></div>`,
    `<script>${script.replaceAll('</script', '<\\/script')}</script></body></html>`,
  ].join('')
}
