/** The id of the workspace. The same for everybody; its content is each caller's own. */
export const workspaceId = '00000000-0000-4000-8000-000000000001'
