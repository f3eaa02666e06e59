export type { AccountRow, Accounts, Check, Host, HostOptions, LocalConnection, Tokens } from './host.ts'
export { openHost } from './open-host.ts'
export { openLog } from './telemetry/log.ts'
