import { interpret, interpretMessages } from './interpret.ts'
import type { ImageLayout, ImageText, Interpretation } from './statement/interpretation.ts'

/** A file, for an image with its text; or some messages of a mailbox. */
export type WorkerInput =
  | {
      readonly bytes: Uint8Array
      readonly mimeType: string
      readonly filename?: string | undefined
      /** Read by an OCR program, which a worker may not start. */
      readonly imageTexts?: Readonly<Record<ImageLayout, ImageText>> | undefined
    }
  | {
      readonly messages: readonly Uint8Array[]
      /** How much of their text is of use. */
      readonly letters: number
    }

/** Reads in its own process. The caller sets the limits of time and memory. */
export async function run(input: unknown): Promise<Interpretation> {
  // `FileReader` sends this type.
  const given = input as WorkerInput
  if ('messages' in given) return interpretMessages(given.messages, given.letters)
  if (!(given.bytes instanceof Uint8Array)) throw new TypeError('The worker takes bytes, or messages')
  const { imageTexts: texts, ...material } = given
  return interpret(material, texts && ((_bytes, _mimeType, layout) => Promise.resolve(texts[layout])))
}
