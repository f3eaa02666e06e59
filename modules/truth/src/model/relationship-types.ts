export const relationshipTypes = [
  'PART_OF',
  'CORRECTS',
  'REFERS_TO',
  'SETTLES',
  'DUPLICATE_OF',
  'DEPENDS_ON',
  'SUPERSEDES',
] as const

export type RelationshipType = (typeof relationshipTypes)[number]

export function isRelationshipType(text: string): text is RelationshipType {
  return (relationshipTypes as readonly string[]).includes(text)
}
