/** Larger files are shown as text alone: the browser would have to hold all of it. */
export const mostPdfBytes = 20_000_000

/** Draws one page of a PDF, counted from 1. The library is large, so it is loaded when the first page is drawn. */
export async function drawPdfPage(
  canvas: HTMLCanvasElement,
  file: string,
  number: number,
  signal: AbortSignal,
): Promise<void> {
  const [{ getDocument }, response] = await Promise.all([import('unpdf/pdfjs'), fetch(file, { signal })])
  if (!response.ok) throw new Error(`The file could not be read: ${response.status}`)
  const data = new Uint8Array(await response.arrayBuffer())
  const loading = getDocument({ data, verbosity: 0 })
  try {
    const page = await (await loading.promise).getPage(number)
    signal.throwIfAborted()
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: sharpWidth / width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    await page.render({ canvas, viewport }).promise
  } finally {
    await loading.destroy()
  }
}

/** Pixels across: sharp on a screen of twice the usual density. */
const sharpWidth = 1200
