import { ofDroppedVerbs } from './dropped-verb.ts'
import { ofForm } from './answer-form.ts'
import { ofOpenChoices } from './open-choices.ts'
import { ofReaders } from './reader-signals.ts'
import type { Doubted, Signal } from './signal.ts'
import { ofUnaskedParts } from './unasked-parts.ts'
import { ofUnusedWords } from './unused-words.ts'

/** All that speaks for or against a reading, whichever reader has made it. */
export function signalsOf(doubted: Doubted): readonly Signal[] {
  return [
    ...ofReaders(doubted),
    ...ofUnaskedParts(doubted),
    ...ofUnusedWords(doubted),
    ...ofOpenChoices(doubted),
    ...ofForm(doubted),
    ...ofDroppedVerbs(doubted),
  ]
}
