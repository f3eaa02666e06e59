import { fileName, saveFile } from '../answer/save-file.ts'

const styleProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linejoin',
  'font-family',
  'font-size',
] as const

/** Saves the chart with the current size and the colours of the theme. */
export async function saveChart(picture: SVGSVGElement, title: string, kind: 'svg' | 'png'): Promise<void> {
  const text = standAlone(picture)
  const svg = new Blob([text], { type: 'image/svg+xml' })
  if (kind === 'svg') return saveFile(fileName(title, 'svg'), svg)
  saveFile(fileName(title, 'png'), await toPng(svg, picture))
}

/** A copy that needs no style sheet. */
function standAlone(picture: SVGSVGElement): string {
  // A copy of an SVG element is an SVG element.
  const copy = picture.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const originals = picture.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    for (const name of styleProperties) element.setAttribute(name, style.getPropertyValue(name))
  }
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', getComputedStyle(document.body).backgroundColor)
  copy.prepend(paper)
  return new XMLSerializer().serializeToString(copy)
}

async function toPng(svg: Blob, { clientWidth: width, clientHeight: height }: SVGSVGElement): Promise<Blob> {
  const image = new Image()
  image.src = URL.createObjectURL(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(image.src)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (png === null) throw new Error('The browser could not draw the picture')
  return png
}
