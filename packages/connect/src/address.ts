/** What an assistant is shown: some modules or all, perhaps for reading only. */
export interface Profile {
  /** Their names. Empty: all. */
  readonly modules: readonly string[]
  readonly isReadOnly: boolean
}

/** The address of MCP for a profile. */
export function mcpAddress(appUrl: string, { modules, isReadOnly }: Profile): string {
  const query = [
    ...(modules.length === 0 ? [] : [`modules=${modules.map(encodeURIComponent).join(',')}`]),
    ...(isReadOnly ? ['readonly=1'] : []),
  ]
  return `${appUrl}/mcp${query.length === 0 ? '' : `?${query.join('&')}`}`
}
