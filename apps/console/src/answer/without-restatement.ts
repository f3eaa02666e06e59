/** How the question was read stands beside the assumptions; one of them need not repeat it. */
export function withoutRestatement(says: string, restatement: string | undefined): string {
  return restatement === undefined ? says : says.replace(`Read as: ${restatement}. `, '')
}
