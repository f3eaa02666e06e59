import type { Element, ElementContent } from './trees.ts'

const marks = new Set(['em', 'strong', 'del'])

/** The editor has no mark inside the same mark, and Markdown cannot write it. The outer one is enough. */
export function withSingleMarks(
  nodes: readonly ElementContent[],
  around: readonly string[] = [],
): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node]
    const isInside = around.includes(node.tagName)
    const within = marks.has(node.tagName) ? [...around, node.tagName] : around
    const children = withSingleMarks(node.children, within)
    return isInside ? children : [{ ...node, children } satisfies Element]
  })
}
