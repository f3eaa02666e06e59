import { existsSync, readFileSync, rmSync } from 'node:fs'
import { costsFile, type Cost } from '../environment/costs.ts'

/** What an earlier run wrote. */
export function forgetCosts(): void {
  if (costsFile !== undefined) rmSync(costsFile, { force: true })
}

/** Prints what took most processor time: of the process that ran it, and of those that it started. */
export function sayCosts(): void {
  if (costsFile === undefined || !existsSync(costsFile)) return
  const parts = readFileSync(costsFile, 'utf8').trimEnd().split('\n').map(read)
  const sorted = parts.toSorted((one, other) => sum(other) - sum(one))
  console.log('  seconds  own  started')
  for (const each of sorted.slice(0, mostSaid)) {
    const [all, own, children] = [sum(each), each.own, each.children].map((seconds) => seconds.toFixed(1))
    console.log(`${all?.padStart(9)} ${own?.padStart(6)} ${children?.padStart(6)}  ${each.name}`)
  }
}

const mostSaid = 40

type Part = Cost & { readonly name: string }

function read(line: string): Part {
  // Written by `noteCost`.
  const part = JSON.parse(line) as Part
  return { ...part, name: part.name.replace(`${process.cwd()}/`, '') }
}

function sum({ own, children }: Cost): number {
  return own + children
}
