import type { Statement } from '../../model/observation.ts'
import type { PlacedText } from './boxes.ts'

/** A file as it was received. */
export interface Material {
  readonly bytes: Uint8Array
  /** As given by the sender. It may be wrong: the bytes decide. */
  readonly mimeType: string
  readonly filename?: string | undefined
}

/** The statements of a file. The same bytes always give the same interpretation. */
export interface Interpretation {
  /** The format and its version, such as `csv@1`. A new version means a new run. */
  readonly interpreter: string
  /** The type according to the bytes. */
  readonly mimeType: string
  readonly statements: readonly Statement[]
  /** The text that spans of kind `text` and `page` point into: one entry per page, a single entry for other formats. */
  readonly pages: readonly string[]
  /** The date of the document itself, ISO 8601: the time of facts that have none of their own. */
  readonly date?: string | undefined
  /** Notes for people, such as an ambiguous date. */
  readonly notes: readonly string[]
  /** An image without text: kept, and read as soon as an OCR program is available. */
  readonly needsOcr: boolean
}

/** One format of the sequence. */
export interface Format {
  readonly name: string
  /** Whether the bytes are of this format. Cheap: it sees the head of the file. */
  recognises(material: Material): boolean
  /** The MIME type of a format that is no text: if such bytes cannot be read, no further format is tried. */
  readonly binaryType?: string
  /** Throws `Unreadable` if the bytes are not of this format after all; then the next format is tried. */
  interpret(material: Material, surroundings: Surroundings): Promise<Interpretation>
}

/** What a format may use besides the bytes. */
export interface Surroundings {
  /** Reads a file inside this one, such as an attachment. Undefined if files are nested too deeply. */
  readonly readInner: ((material: Material) => Promise<Interpretation>) | undefined
  /** The text in an image, read by an OCR program. Undefined without one. */
  readonly readImage: ImageReader | undefined
}

/** A page may have columns. In a photo of a receipt, what stands at one height is one line, however wide the gap. */
export type ImageLayout = 'page' | 'lines'
export type ImageReader = (bytes: Uint8Array, mimeType: string, layout: ImageLayout) => Promise<ImageText>

/** What was read in an image, and where its words stand. */
export interface ImageText {
  readonly text: string
  readonly placed: readonly PlacedText[]
}

/** The bytes are broken or exceed a limit. The message is for people. */
export class Unreadable extends Error {}
