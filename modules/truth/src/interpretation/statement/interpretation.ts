import type { Statement } from '../../model/observation.ts'
import type { PlacedText } from './boxes.ts'

/** A file as it came in. */
export interface Material {
  readonly bytes: Uint8Array
  /** As the sender said. It may be wrong: the bytes decide. */
  readonly mimeType: string
  readonly filename?: string | undefined
}

/** What was found in a file. The same bytes always give the same. */
export interface Interpretation {
  /** The format and its version, such as `csv@1`. A new version means a new run. */
  readonly interpreter: string
  /** What the bytes are, whatever the sender said. */
  readonly mimeType: string
  readonly statements: readonly Statement[]
  /** The text that spans of kind `text` and `page` point into: one entry a page, one in all for other formats. */
  readonly pages: readonly string[]
  /** The date of the document itself, ISO 8601: facts without a time of their own were so then. */
  readonly date?: string | undefined
  /** What a person should know, such as a date that can be read in two ways. */
  readonly notes: readonly string[]
  /** An image without text: kept, and read as soon as somebody can. */
  readonly needsOcr: boolean
}

/** One rung of the ladder. */
export interface Format {
  readonly name: string
  /** Whether the bytes are of this format. Cheap: it sees the head of the file. */
  recognises(material: Material): boolean
  /** Throws `Unreadable` where the bytes are not what they seem: then the next rung reads them. */
  interpret(material: Material, surroundings: Surroundings): Promise<Interpretation>
}

/** What a format may use beside the bytes. */
export interface Surroundings {
  /** Reads a file within this one, such as an attachment. Undefined where files lie too deep in each other. */
  readonly readInner: ((material: Material) => Promise<Interpretation>) | undefined
  /** The text in an image, by a program of the machine. Undefined where there is none. */
  readonly readImage: ImageReader | undefined
}

export type ImageReader = (bytes: Uint8Array, mimeType: string) => Promise<ImageText>

/** What was read in an image, and where its words stand. */
export interface ImageText {
  readonly text: string
  readonly placed: readonly PlacedText[]
}

/** The bytes are broken, or too much for the limits. The message is for people. */
export class Unreadable extends Error {}
