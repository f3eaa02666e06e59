import { WebGLRenderer } from 'three'

export interface Drawing {
  readonly renderer: WebGLRenderer
  /** Drawn in software, without a graphics chip, so it starts with a lower quality. */
  readonly isSoftware: boolean
}

/** Undefined where the browser has no WebGL 2. */
export function openRenderer(canvas: HTMLCanvasElement): Drawing | undefined {
  const name = rendererName()
  if (name === undefined) return undefined
  const isSoftware = /swiftshader|llvmpipe|software|basic render/i.test(name)
  // Antialiasing quadruples the work of a software renderer, and an opaque canvas is faster to compose.
  const context = canvas.getContext('webgl2', {
    alpha: false,
    antialias: !isSoftware,
    powerPreference: 'high-performance',
  })
  if (context === null) return undefined
  try {
    const renderer = new WebGLRenderer({ canvas, context })
    renderer.setClearColor(0x05070c)
    return { renderer, isSoftware }
  } catch {
    return undefined
  }
}

function rendererName(): string | undefined {
  const probe = document.createElement('canvas').getContext('webgl2')
  if (probe === null) return undefined
  const info = probe.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = info === null ? '' : probe.getParameter(info.UNMASKED_RENDERER_WEBGL)
  probe.getExtension('WEBGL_lose_context')?.loseContext()
  return String(name)
}
