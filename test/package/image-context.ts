import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What is made by an install or a build, and is not there in a new checkout. */
const made = /(?:^|\/)(?:node_modules|dist|generated)(?:\/|$)/

/** Puts what the first stage of the image has into a folder: what it names with COPY, and the packages that it installs. */
export function copyContext(root: string, target: string): void {
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const [, first = ''] = dockerfile.split(/^FROM .*$/m)
  const isIgnored = ignoredBy(readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8'))
  for (const [, names = ''] of first.matchAll(/^COPY (.+)$/gm)) {
    const sources = names.split(' ')
    const place = sources.pop() ?? ''
    for (const source of sources)
      cpSync(join(root, source), join(target, place, place.endsWith('./') ? source : ''), {
        recursive: true,
        filter: (path) => {
          const name = relative(root, path)
          return !made.test(name) && (lstatSync(path).isDirectory() || !isIgnored(name))
        },
      })
  }
  linkPackages(root, target)
}

/** The last pattern that matches a path, or a folder above it, decides. */
function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ isIgnored: !line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isIgnored ?? false
}

function patternOf(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}(?:/.*)?$`)
}

/** Those that `npm install --omit=dev` installs. Our own lead to the copies. */
function linkPackages(root: string, target: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean; readonly link?: boolean }>
  }
  const wanted = Object.entries(packages).filter(
    ([path, { dev }]) =>
      /^(?:(?:apps|modules|packages)\/[^/]+\/)?node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && dev !== true,
  )
  for (const [path, { link }] of wanted) {
    if (!existsSync(join(root, path))) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    symlinkSync(link === true ? readlinkSync(join(root, path)) : join(root, path), join(target, path))
  }
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  symlinkSync(cache, join(target, 'node_modules/.cache'))
}

/** The files of a package, without the hashes in their names. */
export function filesOf(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .map((name) => name.replace(/-[\w-]{8}(?=\.\w+$)/, ''))
    .toSorted((a, b) => a.localeCompare(b))
}
