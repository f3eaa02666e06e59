import { fromHtml } from 'hast-util-from-html'
import type { Handle, State } from 'hast-util-to-mdast'
import { defaultHandlers, toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { cleanText } from '@quipu/kit'
import { keptMarks, mentionTag } from './kept-tags.ts'
import { withSingleMarks } from './single-marks.ts'
import type { Element, ElementContent, HtmlNode, ListItem, MarkdownNode } from './trees.ts'

/** A longer text would block other requests while it is parsed. */
const mostHtml = 200_000

/** HTML of Vikunja's editor as Markdown. Marks that Markdown lacks stay as the tags of `kept-tags.ts`. */
export function markdownOf(html: string): string {
  if (isTooLong(html)) return `(Too long to show here: ${html.length} characters.)`
  const read = fromHtml(hasTags(html) ? html : html.trim().replaceAll('\n', '<br>'), { fragment: true })
  read.children = withSingleMarks(read.children as ElementContent[])
  prepare(read.children)
  const tree = toMdast(read, { handlers, nodeHandlers: { comment: () => undefined } })
  const markdown = toMarkdown(tree, {
    extensions: [gfmToMarkdown()],
    handlers: tagHandlers,
    bullet: '-',
    emphasis: '*',
    rule: '-',
  })
  return cleanText(spacesBack(markdown))
}

export function isTooLong(html: string): boolean {
  return html.length > mostHtml
}

/** Other clients store plain text, with line breaks that HTML would not show. */
function hasTags(html: string): boolean {
  return /<[a-z!/]/i.test(html)
}

/** Characters that no text contains. They replace spaces that the library would join. */
const keptSpace = '\uFDD0'
const keptTab = '\uFDD1'

const handlers: Record<string, Handle> = {
  ...Object.fromEntries(keptMarks.map((mark) => [mark, keepMark])),
  span: (state, node) =>
    node.properties['dataMention'] === true
      ? keepMention(node)
      : node.properties['dataBreak'] === true
        ? tag('<br>')
        : state.all(node),
  code: (state, node) => inlineCode(state, node),
  ol: (state, node) => ({ ...defaultHandlers.ol(state, node), start: Number(node.properties['start'] ?? 1) }),
  li: (state, node) => (isTaskItem(node) ? taskItem(state, node) : defaultHandlers.li(state, node)),
}

/** Changes what the library would lose: spaces inside a line, mentions, and line breaks in the cell of a table. */
function prepare(nodes: HtmlNode[], isInCell = false, isInCode = false): void {
  for (const node of nodes) {
    if (node.type === 'text') node.value = isInCode ? keepAllSpaces(node.value) : keepSpaces(node.value)
    if (node.type !== 'element' || node.tagName === 'pre') continue
    if (node.tagName === mentionTag) show(node, 'dataMention', '@')
    else if (node.tagName === 'br' && isInCell) show(node, 'dataBreak', '')
    else {
      const isCell = node.tagName === 'td' || node.tagName === 'th'
      if (isCell) node.children = onOneLine(node.children)
      prepare(node.children, isInCell || isCell, isInCode || node.tagName === 'code')
    }
  }
}

/** Several spaces, or a tab, between words. Those around a line break are only the layout of the HTML. */
function keepSpaces(text: string): string {
  return text.replaceAll(/(?<=\S)(?: {2,}| *\t[ \t]*)(?=\S)/g, (spaces) =>
    spaces.replaceAll(' ', keptSpace).replaceAll('\t', keptTab),
  )
}

/** The spaces of code belong to it, also those at its ends. */
function keepAllSpaces(text: string): string {
  return text.replaceAll(' ', keptSpace).replaceAll('\t', keptTab)
}

function spacesBack(text: string): string {
  return text.replaceAll(keptSpace, ' ').replaceAll(keptTab, '\t')
}

/** Markdown needs more space around code that starts or ends with a space, so the library must see it. */
function inlineCode(state: State, node: Element): MarkdownNode {
  const code = defaultHandlers.code(state, node)
  return { ...code, value: spacesBack(code.value) }
}

/** An empty element that the library does not know would lose the space before it. */
function show(node: Element, mark: string, text: string): void {
  node.tagName = 'span'
  node.properties[mark] = true
  node.children = text === '' ? [] : [{ type: 'text', value: text }]
}

/** A cell of a Markdown table has one line, so a break stands between its paragraphs. */
function onOneLine(content: Element['children']): Element['children'] {
  return content.flatMap((child, place) => {
    if (child.type !== 'element' || child.tagName !== 'p') return [child]
    const isFirst = !content.slice(0, place).some((before) => before.type === 'element')
    return isFirst
      ? child.children
      : [{ type: 'element', tagName: 'br', properties: {}, children: [] }, ...child.children]
  })
}

function keepMark(state: State, node: Element): MarkdownNode[] {
  return [tag(`<${node.tagName}>`), ...state.all(node), tag(`</${node.tagName}>`)]
}

function keepMention({ properties }: Element): MarkdownNode[] {
  const name = String(properties['dataId'] ?? '').replaceAll(/["<>&]/g, '')
  return [tag(`<${mentionTag} data-id="${name}">`), tag(`</${mentionTag}>`)]
}

/**
 * The library takes a node of HTML for a block of its own, which would break the line of a list item. It knows the type
 * `textDirective` as a part of a line, and has no other use for it here.
 */
function tag(value: string): MarkdownNode {
  return { type: 'textDirective', value } as unknown as MarkdownNode
}

const tagHandlers: object = {
  textDirective: Object.assign(({ value }: { readonly value: string }) => value, { peek: () => '<' }),
}

function isTaskItem({ properties }: Element): boolean {
  return properties['dataType'] === 'taskItem'
}

/** The editor puts a label with the box first, then the content. */
function taskItem(state: State, node: Element): ListItem {
  const content = node.children.filter((child) => child.type !== 'element' || child.tagName !== 'label')
  const children = state.toFlow(state.all({ ...node, children: content }))
  const checked = String(node.properties['dataChecked']) === 'true'
  // `toFlow` has wrapped everything that is not allowed in an item.
  return { type: 'listItem', spread: false, checked, children: children as ListItem['children'] }
}
