export type { ByteBody, Download } from './bytes.ts'
export type {
  Call,
  InputRequest,
  InputRequests,
  InputResponse,
  InputResponses,
  LogLevel,
  Transport,
} from './call.ts'
export { roles } from './caller.ts'
export type { Caller, ClientInfo, Guest, Refusal, Role } from './caller.ts'
export { catalogueChanged, changeTopic, resourceChanged } from './changes.ts'
export type { Change } from './changes.ts'
export { cleanLine, cleanText } from './clean-text.ts'
export { ToolContent } from './content.ts'
export type { ContentBlock, ResourceContents } from './content.ts'
export type { EndpointRules, SessionRules } from './endpoint.ts'
export type { Http, HttpAnswer, HttpHeaders, HttpLimits, HttpRequest, HttpStream, OpenHttp } from './http.ts'
export { firstIssue, phraseIssue } from './input-issue.ts'
export type { Job, JobDefinition, JobOptions, JobProgress, Jobs, JobState, JobStatus } from './jobs.ts'
export type { Json, JsonObject } from './json.ts'
export type { Migration } from './migration.ts'
export { defineModule } from './module.ts'
export type {
  InputIssue,
  Module,
  ModuleDefinition,
  PageLink,
  Permission,
  RpcFailure,
  SealedColumn,
} from './module.ts'
export type { ModuleRows, OwnColumn, OwnRows, OwnRowsPort, OwnTable } from './own-rows.ts'
export { PortError } from './port-error.ts'
export type {
  Account,
  AccountPort,
  Blobs,
  BlobStream,
  Bus,
  Cache,
  Db,
  Everyone,
  Installation,
  LinkRequest,
  Links,
  Log,
  Ports,
  Quota,
  QuotaOutcome,
  Scope,
  Secrets,
  Settings,
  SettingsPort,
  StoredBlob,
  Tx,
} from './ports.ts'
export { definePrompt } from './prompt.ts'
export type { Prompt, PromptArgument, PromptMessage } from './prompt.ts'
export { queryBuilder, sql } from './query-builder.ts'
export type { Generated } from './query-builder.ts'
export { defineResource } from './resource.ts'
export type { Complete, Resource } from './resource.ts'
export { defineRoute } from './route.ts'
export type { Route } from './route.ts'
export { inputSchemaOf, outputSchemaOf } from './schema.ts'
export { defineStream } from './stream.ts'
export type { Stream, StreamEvent } from './stream.ts'
export { content, defineTool } from './tool.ts'
export type { Effect, LimitPolicy, Tool } from './tool.ts'
export { ToolError } from './tool-error.ts'
export type { ErrorCode } from './tool-error.ts'
export type { WorkerOptions, Workers, WorkerTask } from './workers.ts'
export type { Waiting, Waits } from './waits.ts'
