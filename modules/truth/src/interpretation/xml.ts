import { XMLParser } from 'fast-xml-parser'
import type { Fact } from './statement/statements.ts'
import { excerpt } from './statement/statements.ts'
import { limits } from './statement/limits.ts'

export interface XmlElement {
  /** Without the prefix of its namespace. */
  readonly name: string
  /** From the root, with a position where siblings share a name: `/Invoice/InvoiceLine[2]/ID`. */
  readonly path: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
  /** The text with the spaces around it, which matter in a Word document. */
  readonly spacedText: string
}

/** The root, or undefined if the text is not XML. Entities that a document declares are never expanded. */
export function parseXml(text: string): XmlElement | undefined {
  try {
    const nodes: unknown = parser.parse(text.replace(/<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/i, ''))
    const roots = elementsOf(nodes, '', 0)
    return roots[0]
  } catch {
    return undefined
  }
}

/** The first element down a path of names. `*` is any name. */
export function elementAt(from: XmlElement | undefined, path: string): XmlElement | undefined {
  return elementsAt(from, path)[0]
}

export function elementsAt(from: XmlElement | undefined, path: string): readonly XmlElement[] {
  if (from === undefined) return []
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (elements, name) =>
        elements.flatMap(({ children }) => children.filter((child) => name === '*' || child.name === name)),
      [from],
    )
}

export function xmlFact(element: XmlElement | undefined, file?: string): Fact<string> | undefined {
  if (element === undefined || element.text === '') return undefined
  return { value: element.text, span: xmlSpan(element.path, element.text, file) }
}

export function attributeFact(
  element: XmlElement | undefined,
  name: string,
  file?: string,
): Fact<string> | undefined {
  const value = element?.attributes[name]
  if (element === undefined || value === undefined) return undefined
  return { value, span: xmlSpan(`${element.path}/@${name}`, value, file) }
}

function xmlSpan(path: string, text: string, file: string | undefined) {
  return { kind: 'xml' as const, path, ...(file === undefined ? {} : { file }), text: excerpt(text) }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false,
  maxNestedTags: limits.xmlDepth,
})

function elementsOf(nodes: unknown, parentPath: string, depth: number): XmlElement[] {
  if (!Array.isArray(nodes) || depth > limits.xmlDepth) return []
  const named = nodes.flatMap((node: unknown) => {
    if (!isRecord(node)) return []
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text')
    return name === undefined ? [] : [{ name: withoutPrefix(name), node, content: node[name] }]
  })
  const totals = new Map<string, number>()
  for (const { name } of named) totals.set(name, (totals.get(name) ?? 0) + 1)
  const seen = new Map<string, number>()
  return named.map(({ name, node, content }) => {
    const position = (seen.get(name) ?? 0) + 1
    seen.set(name, position)
    const path = `${parentPath}/${name}${(totals.get(name) ?? 0) > 1 ? `[${position}]` : ''}`
    const spacedText = ownText(content)
    return {
      name,
      path,
      attributes: attributesOf(node[':@']),
      children: elementsOf(content, path, depth + 1),
      text: spacedText.trim(),
      spacedText,
    }
  })
}

function attributesOf(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [withoutPrefix(name), decodeEntities(String(text))]),
  )
}

function ownText(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .map((node: unknown) => (isRecord(node) && '#text' in node ? decodeEntities(String(node['#text'])) : ''))
    .join('')
}

/** The five entities that XML itself has, and characters by number. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (whole, name, decimal, hex) => {
      if (typeof name === 'string') return named[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
