import { misuse, type Command } from '../command-line/command.ts'

export function parseScope(typed = ''): string[] {
  return typed.split(/[\s,]+/).filter((name) => name !== '')
}

/** In seconds. */
export function parseTtl(command: Command, typed: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(typed) ?? []
  const seconds = Number(number) * (unitSeconds[unit] ?? 0)
  if (seconds > 0) return seconds
  throw misuse(command, `${JSON.stringify(typed)} is not a time: write 900s, 15m, 12h or 30d`)
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
