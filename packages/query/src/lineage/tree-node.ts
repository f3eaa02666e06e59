/** A node of another parser's syntax tree. Only the parts that are needed are typed. */
export type TreeNode = Readonly<Record<string, unknown>>

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function nodeAt(node: TreeNode, key: string): TreeNode | null {
  const value = node[key]
  return isNode(value) ? value : null
}

export function nodesAt(node: TreeNode, key: string): readonly TreeNode[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function textAt(node: TreeNode, key: string): string | null {
  const value = node[key]
  return typeof value === 'string' ? value : null
}
