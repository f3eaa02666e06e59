import type { Applied, Command, Entry, Member, Universe, UniversePage } from './wire.ts'
import { request } from './request.ts'

/** The paths of the contract, one function each. */

export function listUniverses(cursor?: string): Promise<UniversePage> {
  return request(`/universes${query({ limit: 50, cursor })}`)
}

export function createUniverse(name: string, preset: 'empty' | 'sol'): Promise<Universe> {
  return request('/universes', { method: 'POST', body: { name, preset } })
}

export function readUniverse(id: string, signal?: AbortSignal): Promise<Universe> {
  return request(pathOf(id), signal === undefined ? {} : { signal })
}

export function renameUniverse(id: string, name: string): Promise<unknown> {
  return request(pathOf(id), { method: 'PUT', body: { name } })
}

export function deleteUniverse(id: string): Promise<void> {
  return request(pathOf(id), { method: 'DELETE' })
}

/** A command with the same `commandId` is applied once, however often it is sent. */
export function sendCommand(id: string, command: Command, commandId: string): Promise<Applied> {
  return request(`${pathOf(id)}/commands?include_state=false`, {
    method: 'POST',
    body: { command, commandId },
  })
}

export function readHistory(
  id: string,
  page: { before?: number; limit: number },
): Promise<{ entries: Entry[] }> {
  return request(`${pathOf(id)}/commands${query(page)}`)
}

export function undo(id: string, step: Step): Promise<Applied> {
  return request(`${pathOf(id)}/undo?include_state=false`, { method: 'POST', body: step })
}

export function redo(id: string, step: Step): Promise<Applied> {
  return request(`${pathOf(id)}/redo?include_state=false`, { method: 'POST', body: step })
}

/** Without a revision: the caller's own latest step. */
export interface Step {
  readonly revision: number | undefined
  readonly commandId: string
}

export function listMembers(id: string): Promise<{ members: Member[] }> {
  return request(`${pathOf(id)}/members`)
}

export function share(id: string, email: string, role: 'editor' | 'viewer'): Promise<Member> {
  return request(`${pathOf(id)}/members`, { method: 'PUT', body: { email, role } })
}

export function unshare(id: string, userId: string): Promise<void> {
  return request(`${pathOf(id)}/members/${encodeURIComponent(userId)}`, { method: 'DELETE' })
}

export function sendPresence(
  id: string,
  glance: { selection: string | null; following: string | null },
): Promise<void> {
  return request(`${pathOf(id)}/presence`, { method: 'POST', body: glance })
}

export function eventsAddress(id: string, after: number): string {
  return `${pathOf(id)}/events${query({ after })}`
}

function pathOf(id: string): string {
  return `/universes/${encodeURIComponent(id)}`
}

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
