export { mcpAddress, type Profile } from './address.ts'
export { connectClients, type ConnectClient, type ConnectTarget, type Step } from './clients.ts'
export { textOf } from './text.ts'
