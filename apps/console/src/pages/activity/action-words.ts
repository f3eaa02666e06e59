/** What was done, as people say it: `mcp.tool.call` → `Tool call`, `auth.signed_in` → `Signed in`. */
export function actionWords(action: string): string {
  const said = action === 'api.call' ? 'REST call' : action.replace(/^(?:mcp|auth|oauth)\./, '')
  const words = said.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
