export { mcpAddress, type Profile } from './address.ts'
export {
  connectClients,
  localCommand,
  localServer,
  shellWord,
  type ConnectClient,
  type ConnectTarget,
  type LocalProgram,
  type Step,
} from './clients.ts'
export { textOf } from './text.ts'
