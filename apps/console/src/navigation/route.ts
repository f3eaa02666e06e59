export const homePath = '/app'
export const universesPath = '/app/universes'

export function universePath(id: string): string {
  return `${universesPath}/${encodeURIComponent(id)}`
}

/** Whether a page of the navigation, or a page below it, is at this address. */
export function isAt(address: string, path: string): boolean {
  return address === path || (path !== homePath && address.startsWith(`${path}/`))
}
