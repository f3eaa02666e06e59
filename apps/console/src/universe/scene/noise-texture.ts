import { CanvasTexture } from 'three'

/** A soft cloud of a thousand faint spots. The same seed gives the same cloud. */
export function cloudTexture(seed: number): CanvasTexture {
  const size = 128
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context !== null) paint(context, size, randomFrom(seed))
  return new CanvasTexture(canvas)
}

/** Pseudo-random numbers from 0 to 1. The same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = Math.floor(seed * 2 ** 31) | 1
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519)
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917)
    state ^= state >>> 16
    return (state >>> 0) / 2 ** 32
  }
}

function paint(context: CanvasRenderingContext2D, size: number, random: () => number): void {
  const half = size / 2
  const seedTurn = random() * 6
  for (let blot = 0; blot < 420; blot++) {
    const angle = random() * 2 * Math.PI
    const away = (random() * 0.6 + random() * 0.4) * half * 0.7 * (0.6 + 0.4 * Math.sin(angle * 3 + seedTurn))
    const [x, y] = [half + Math.cos(angle) * away, half + Math.sin(angle) * away]
    const radius = 2 + random() ** 2 * (half - away) * 0.5
    const soft = context.createRadialGradient(x, y, 0, x, y, radius)
    soft.addColorStop(0, `rgb(255 255 255 / ${0.02 + random() * 0.07})`)
    soft.addColorStop(1, 'rgb(255 255 255 / 0)')
    context.fillStyle = soft
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
}
