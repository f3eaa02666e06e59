export const roleOptions = [
  { value: 'viewer', title: 'Viewer: looks at things' },
  { value: 'contributor', title: 'Contributor: looks at and changes things' },
  { value: 'admin', title: 'Admin: also manages people and connections' },
] as const

export type RoleName = (typeof roleOptions)[number]['value']
