import { createBrowserHistory } from '@tanstack/react-router'

/** The history of this browser. The router listens to it. */
export const history = createBrowserHistory()

/** Goes to another page of the console without reloading. The address may have a query. */
export function go(address: string): void {
  history.push(address)
}
