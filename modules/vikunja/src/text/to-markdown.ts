import { fromHtml } from 'hast-util-from-html'
import type { Handle, State } from 'hast-util-to-mdast'
import { defaultHandlers, toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { cleanText } from '@quipu/kit'
import { keptMarks, mentionTag } from './kept-tags.ts'
import type { Element, HtmlNode, ListItem, MarkdownNode } from './trees.ts'

/** A longer text would block other requests while it is parsed. */
const mostHtml = 200_000

/** HTML of Vikunja's editor as Markdown. Marks that Markdown lacks stay as the tags of `kept-tags.ts`. */
export function markdownOf(html: string): string {
  if (html.length > mostHtml) return `(Too long to show here: ${html.length} characters.)`
  const read = fromHtml(html, { fragment: true })
  showMentions(read.children)
  const tree = toMdast(read, { handlers, nodeHandlers: { comment: () => undefined } })
  return cleanText(toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: '-', emphasis: '_', rule: '-' }))
}

const handlers: Record<string, Handle> = {
  ...Object.fromEntries(keptMarks.map((mark) => [mark, keepMark])),
  span: (state, node) => (node.properties['dataMention'] === true ? keepMention(node) : state.all(node)),
  li: (state, node) => (isTaskItem(node) ? taskItem(state, node) : defaultHandlers.li(state, node)),
}

/** An empty element that the library does not know would lose the space before it. */
function showMentions(nodes: HtmlNode[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    if (node.tagName === mentionTag) {
      node.tagName = 'span'
      node.properties['dataMention'] = true
      node.children = [{ type: 'text', value: '@' }]
    } else showMentions(node.children)
  }
}

function keepMark(state: State, node: Element): MarkdownNode[] {
  return [tag(`<${node.tagName}>`), ...state.all(node), tag(`</${node.tagName}>`)]
}

function keepMention({ properties }: Element): MarkdownNode[] {
  const name = String(properties['dataId'] ?? '').replaceAll(/["<>&]/g, '')
  return [tag(`<${mentionTag} data-id="${name}">`), tag(`</${mentionTag}>`)]
}

function tag(value: string): MarkdownNode {
  return { type: 'html', value }
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
