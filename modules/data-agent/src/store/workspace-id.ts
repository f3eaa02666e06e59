/** Of the ontology that is always there. The same for everybody: what is behind it is each caller's own. */
export const workspaceId = '00000000-0000-4000-8000-000000000001'
