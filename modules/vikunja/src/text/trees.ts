import type { fromHtml } from 'hast-util-from-html'
import type { fromMarkdown } from 'mdast-util-from-markdown'

/** The nodes of HTML and of Markdown, as the libraries have them. */
export type HtmlNode = ReturnType<typeof fromHtml>['children'][number]
export type Element = Extract<HtmlNode, { type: 'element' }>
export type ElementContent = Element['children'][number]

export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number]
export type Html = Extract<MarkdownNode, { type: 'html' }>
export type List = Extract<MarkdownNode, { type: 'list' }>
export type ListItem = Extract<MarkdownNode, { type: 'listItem' }>
export type MarkdownText = Extract<MarkdownNode, { type: 'text' }>
