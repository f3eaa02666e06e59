import type { Token } from '../words/tokens.ts'

/** What a word that the data does not have stands for in it. */
export interface StandIn {
  readonly from: number
  readonly to: number
  /** What the data calls it. */
  readonly name: string
  /** Whether another meaning would give other numbers. */
  readonly changesNumbers: boolean
}

/** The words of a question, and which of them mean something in the data as they are. */
export interface Words {
  readonly tokens: readonly Token[]
  readonly isKnown: (token: Token) => boolean
}
