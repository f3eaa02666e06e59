import { toHtml } from 'hast-util-to-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import type { Handlers, State } from 'mdast-util-to-hast'
import { defaultHandlers, toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { keptTag } from './kept-tags.ts'
import { withSingleMarks } from './single-marks.ts'
import type { Element, ElementContent, Html, List, ListItem, MarkdownText } from './trees.ts'

/** Markdown as the HTML that Vikunja's editor writes. Typed tags become text, except the kept ones. */
export function htmlOf(markdown: string): string {
  const options = { extensions: [gfm(), withoutFootnotes], mdastExtensions: [gfmFromMarkdown()] }
  const tree = toHast(fromMarkdown(markdown, options), { handlers, allowDangerousHtml: true })
  if (tree.type === 'root') tree.children = withSingleMarks(tree.children as ElementContent[])
  return toHtml(tree, { allowDangerousHtml: true }).trim()
}

/** The editor has no footnotes, so "[^1]" stays as it was typed. */
const withoutFootnotes = {
  disable: { null: ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] },
}

const handlers: Handlers = { html, text, link, list, listItem, break: () => element('br', {}, []) }

function html(
  _state: State,
  { value }: Html,
  parent: Parameters<typeof defaultHandlers.listItem>[2],
): ElementContent | ElementContent[] {
  const parts = value.split(keptTag).filter((part) => part !== '')
  const found = parts.flatMap((part) => (keptTag.test(part) ? raw(part) : lines(part)))
  const isInLine = parent !== undefined && inLine.has(parent.type)
  return isInLine ? found : element('p', {}, found)
}

const inLine = new Set<string>(['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link', 'tableCell'])

/** A typed line break is kept as a line break. */
function text(_state: State, { value }: MarkdownText): ElementContent[] {
  return lines(value)
}

function lines(value: string): ElementContent[] {
  return value
    .split('\n')
    .flatMap((line, place) => [
      ...(place === 0 ? [] : [element('br', {}, [])]),
      ...(line === '' ? [] : [textOf(line)]),
    ])
}

/**
 * For a target that a browser would run, and for an invalid e-mail address (`a@.a`), only the text is kept. Addresses of
 * other programs, such as `obsidian://`, are kept: people link to them.
 */
function link(
  state: State,
  node: Parameters<typeof defaultHandlers.link>[1],
): ElementContent | ElementContent[] {
  // Browsers ignore control characters and spaces in the name of a scheme.
  const isSafe = !/^(?:javascript|vbscript|data|blob):/i.test(node.url.replaceAll(/[\p{Cc}\s]/gu, ''))
  const isNoAddress = /^mailto:(?!.*@[a-z\d](?:[a-z\d.-]*[a-z\d])?(?:\?|$))/i.test(node.url)
  return isSafe && !isNoAddress ? defaultHandlers.link(state, node) : (state.all(node) as ElementContent[])
}

function list(state: State, node: List): Element {
  const made = defaultHandlers.list(state, node)
  const isOfTasks = node.children.some(isTask)
  return isOfTasks ? { ...made, properties: { dataType: 'taskList' } } : made
}

function listItem(
  state: State,
  node: ListItem,
  parent: Parameters<typeof defaultHandlers.listItem>[2],
): Element {
  if (!isTask(node)) return defaultHandlers.listItem(state, node, parent)
  const isDone = node.checked === true
  const box = element('input', { type: 'checkbox', checked: isDone }, [])
  const label = element('label', {}, [box, element('span', {}, [])])
  const content = element('div', {}, state.all(node) as ElementContent[])
  return element('li', { dataChecked: String(isDone), dataType: 'taskItem' }, [label, content])
}

function isTask({ checked }: ListItem): boolean {
  return typeof checked === 'boolean'
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

function textOf(value: string): ElementContent {
  return { type: 'text', value }
}

function raw(value: string): ElementContent {
  return { type: 'raw', value }
}
