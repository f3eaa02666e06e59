/**
 * Builds the documentation from the Markdown in `docs/site`, in `docs/dist` or in the folder that is given: pages without scripts that look like the
 * sign-in pages, the references of settings and tools, and `llms.txt` with the same as text.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toHtml } from 'hast-util-to-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { settingsPage, toolsPage } from './docs-references.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'docs/site')
const target = resolve(process.argv[2] ?? join(root, 'docs/dist'))

/** In the order in which they are read. */
const sections = {
  Begin: ['index', 'clients', 'people'],
  'What it does': ['tasks', 'truth', 'data', 'universe', 'vikunja'],
  'Run it': ['security', 'operations', 'performance', 'troubleshooting'],
  'Look it up': ['settings', 'tools', 'architecture', 'writing-a-module'],
}
const names = Object.values(sections).flat()
const generated = { settings: () => settingsPage(root), tools: () => toolsPage(root) }

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const pages = names.map((name) => {
  const text = generated[name]?.() ?? readFileSync(join(source, `${name}.md`), 'utf8')
  return { name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name }
})
for (const page of pages) {
  writeFileSync(join(target, `${page.name}.html`), htmlOf(page))
  writeFileSync(join(target, `${page.name}.md`), page.text)
}
for (const file of readdirSync(source).filter((name) => /\.(?:css|png|webp)$/.test(name)))
  cpSync(join(source, file), join(target, file))
cpSync(join(root, 'apps/console/public/icon.svg'), join(target, 'icon.svg'))
writeFileSync(join(target, 'llms.txt'), llmsText())
console.log(`${target} (${pages.length} pages)`)

function htmlOf({ name, text, title }) {
  const tree = toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  giveAnchors(tree)
  const body = toHtml(tree)
    .replace(/<p><img src="([\w-]+\.svg)" alt="([^"]*)"><\/p>/g, (_, file, alt) => drawing(file, alt))
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/href="([\w-]+)\.md(#[\w-]+)?"/g, 'href="$1$2"')
    .replaceAll('href="index"', 'href="./"')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === 'Quipu' ? title : `${escaped(title)} · Quipu`}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="style.css">
<link rel="alternate" type="text/markdown" href="${name}.md">
</head>
<body>
<a class="skip" href="#page">To the page</a>
<header><a href="./">Quipu</a><span><a class="to-pages" href="#pages">All pages</a><a href="/">This server</a></span></header>
<div class="columns">
<nav id="pages" aria-label="Pages">${Object.entries(sections)
    .map(([title, list]) => menu(title, list, name))
    .join('')}</nav>
<main id="page">
${body}
</main>
</div>
</body>
</html>
`
}

function menu(title, list, current) {
  const links = list.map((name) => {
    const page = pages.find((one) => one.name === name)
    const here = name === current ? ' aria-current="page"' : ''
    return `<li><a href="${name === 'index' ? './' : name}"${here}>${escaped(name === 'index' ? 'Quick start' : page.title)}</a></li>`
  })
  return `<h2>${title}</h2><ul>${links.join('')}</ul>`
}

/** Drawn as a part of the page, so that it has the colours of the page. */
function drawing(file, alt) {
  // Its own colours are for where it stands alone.
  const svg = readFileSync(join(source, file), 'utf8')
    .replace(/<style>[^]*<\/style>\n/, '')
    .trim()
  return `<figure role="img" aria-label="${alt}">${svg}</figure>`
}

function giveAnchors(node) {
  if (/^h[23]$/.test(node.tagName ?? ''))
    node.properties = {
      id: textIn(node)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    }
  for (const child of node.children ?? []) giveAnchors(child)
}

function textIn(node) {
  return node.value ?? (node.children ?? []).map(textIn).join('')
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function llmsText() {
  const [first] = pages
  const lists = Object.entries(sections).map(([title, list]) =>
    [`## ${title}`, '', ...list.map((name) => lineOf(pages.find((page) => page.name === name)))].join('\n'),
  )
  return ['# Quipu', '', `> ${firstSentence(first.text)}`, '', lists.join('\n\n'), ''].join('\n')
}

function lineOf({ name, title, text }) {
  return `- [${title}](docs/${name}.md): ${firstSentence(text)}`
}

/** Of the first paragraph, without the addresses of its links. */
function firstSentence(text) {
  const paragraph = text.split(/\n\n+/).find((part) => !/^[#|`!-]/.test(part)) ?? ''
  const plain = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  return /^.*?\.(?=\s|$)/.exec(plain)?.[0] ?? plain
}

if (!existsSync(join(target, 'index.html'))) throw new Error('The documentation has no first page')
