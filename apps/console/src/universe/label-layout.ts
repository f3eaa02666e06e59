/** A label to place beside a point of the screen. */
export interface Label {
  readonly id: string
  /** The position of its body, in pixels. */
  readonly x: number
  readonly y: number
  /** The size of the body on the screen. */
  readonly radius: number
  readonly width: number
  /** Higher is placed first. */
  readonly weight: number
}

export interface Placed {
  readonly id: string
  readonly left: number
  readonly top: number
}

export interface Screen {
  readonly width: number
  readonly height: number
  readonly most: number
}

/** A disc on the screen that no label may cover. */
export interface Obstacle {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly radius: number
}

/**
 * Places the labels that fit, the highest weight first: to the right of the body, or else to its left, above or below.
 * No label covers another label or a body, or crosses the edge.
 */
export function layLabels(
  labels: readonly Label[],
  screen: Screen,
  obstacles: readonly Obstacle[] = [],
): Placed[] {
  const taken: Box[] = []
  const placed: Placed[] = []
  for (const label of labels.toSorted((a, b) => b.weight - a.weight)) {
    if (placed.length >= screen.most) break
    const isFree = (box: Box) =>
      isInside(box, screen) &&
      taken.every((other) => !overlaps(box, other)) &&
      obstacles.every((disc) => disc.id === label.id || !covers(box, disc))
    const box = boxesOf(label).find(isFree)
    if (box === undefined) continue
    taken.push(box)
    placed.push({ id: label.id, left: Math.round(box.left - label.x), top: Math.round(box.top - label.y) })
  }
  return placed
}

export const labelHeight = 16

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
}

function boxesOf({ x, y, radius, width }: Label): Box[] {
  const gap = radius + 6
  const middle = y - labelHeight / 2
  return [
    { left: x + gap, top: middle, width },
    { left: x - gap - width, top: middle, width },
    { left: x - width / 2, top: y - gap - labelHeight, width },
    { left: x - width / 2, top: y + gap, width },
  ]
}

function isInside({ left, top, width }: Box, screen: Screen): boolean {
  return left >= 2 && top >= 2 && left + width <= screen.width - 2 && top + labelHeight <= screen.height - 2
}

function covers({ left, top, width }: Box, { x, y, radius }: Obstacle): boolean {
  const dx = x - Math.max(left, Math.min(x, left + width))
  const dy = y - Math.max(top, Math.min(y, top + labelHeight))
  return dx * dx + dy * dy < radius * radius
}

function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width + 4 &&
    b.left < a.left + a.width + 4 &&
    Math.abs(a.top - b.top) < labelHeight + 1
  )
}
