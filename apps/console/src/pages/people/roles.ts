export const roleOptions = [
  { value: 'viewer', title: 'Viewer: only looks, cannot ask or change' },
  { value: 'contributor', title: 'Contributor: asks questions, adds and changes things' },
  { value: 'admin', title: 'Admin: also manages people and connections' },
] as const

export type RoleName = (typeof roleOptions)[number]['value']
