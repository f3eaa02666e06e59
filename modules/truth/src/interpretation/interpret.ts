import { formats } from './formats.ts'
import type { Interpretation, Material } from './interpretation.ts'

/** The first format that recognises the bytes reads them. The last one takes everything. */
export async function interpret(material: Material): Promise<Interpretation> {
  const format = formats.find((one) => one.recognises(material))
  if (format === undefined) throw new Error('The last format must recognise everything')
  return format.interpret(material)
}
