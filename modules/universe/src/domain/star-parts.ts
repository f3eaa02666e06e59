import * as z from 'zod'
import { filled, patchOf } from './shape.ts'
import { Color, Eccentricity, Id, Label, NotNegative, Num, Positive, Seed, Share, Vector } from './scalars.ts'

const ring = {
  innerRadiusMultiplier: Positive.describe('Inner edge, in radii of the planet.'),
  outerRadiusMultiplier: Positive.describe('Outer edge, in radii of the planet.'),
  thickness: NotNegative.describe('Half its height, in radii of the planet.'),
  opacity: Share,
  albedo: Share,
  color: Color,
  density: Share,
  warpFactor: Num.optional(),
  seed: Seed.optional(),
}
const comet = {
  isPeriodic: z.boolean(),
  perihelionDistance: NotNegative.optional().describe('AU; follows from the orbit when left out.'),
  aphelionDistance: NotNegative.optional().describe('AU; follows from the orbit when left out.'),
  lastPerihelionTime: Num.optional(),
  hasTail: z.boolean(),
  tailLengthBase: NotNegative,
  tailWidthBase: NotNegative,
  tailColor: Color,
  tailOpacityBase: Share,
  activityFalloffDistance: NotNegative.describe('AU beyond which the tail fades.'),
  seed: Seed.optional(),
}
const lagrangePoint = {
  primaryId: Id,
  secondaryId: Id,
  pointIndex: z.int().min(1).max(5),
  stable: z.boolean(),
  pairType: z.enum(['starPlanet', 'planetMoon']),
  label: Label.optional(),
}
const blackHole = {
  hasAccretionDisk: z.boolean(),
  hasRelativisticJet: z.boolean(),
  hasPhotonRing: z.boolean(),
  spin: Share,
  shadowRadius: NotNegative.describe('Lengths are in radii of the body.'),
  accretionInnerRadius: NotNegative,
  accretionOuterRadius: NotNegative,
  diskThickness: NotNegative,
  diskBrightness: NotNegative,
  diskOpacity: Share,
  diskTemperature: NotNegative.describe('Kelvin.'),
  diskClumpiness: Share,
  jetLength: NotNegative,
  jetOpeningAngle: NotNegative.max(180),
  jetBrightness: NotNegative,
  dopplerBeamingStrength: Share,
  lensingStrength: Share,
  rotationSpeedMultiplier: Num,
  seed: Seed,
  diskTurbulenceScale: Share.optional(),
  diskInnerColor: Color.optional(),
  diskOuterColor: Color.optional(),
  diskStreakiness: Share.optional(),
  jetBaseColor: Color.optional(),
  jetTipColor: Color.optional(),
  jetGradientPower: NotNegative.optional(),
  photonRingMultiImageCount: z.int().min(1).max(3).optional(),
  photonRingWidth: NotNegative.optional(),
  diskTilt: Num.optional(),
  diskTiltAxisAngle: Num.optional(),
}
const roguePlanet = {
  seed: Seed,
  initialPosition: Vector.describe('AU at time 0.'),
  velocity: Vector.describe('AU per simulated second.'),
  colorOverride: Color.optional(),
  pathCurvature: Share.optional().describe('0 is a straight path.'),
  semiMajorAxis: Positive.optional(),
  eccentricity: Eccentricity.optional(),
  pathOffsetX: Num.optional(),
  pathOffsetY: Num.optional(),
  pathOffsetZ: Num.optional(),
  orbitRotX: Num.optional(),
  orbitRotY: Num.optional(),
  orbitRotZ: Num.optional(),
  pathPeriod: Positive.optional(),
  showTrajectory: z.boolean().optional(),
  trajectoryPastWindow: NotNegative.optional(),
  trajectoryFutureWindow: NotNegative.optional(),
}
const rates = { a: Num, e: Num, i: Num, l: Num, peri: Num, node: Num }

export const Ring = z.strictObject(ring)
export const Comet = z.strictObject(comet)
export const LagrangePoint = z.strictObject(lagrangePoint)
export const BlackHole = z.strictObject(blackHole)
export const RoguePlanet = z.strictObject(roguePlanet)
/** AU, 1 and degrees at J2000.0, and their change in a Julian century. */
export const KeplerianElements = z.strictObject({
  a: Positive,
  e: Eccentricity,
  i: Num,
  l: Num,
  peri: Num,
  node: Num,
  rates: z.strictObject(rates),
})

export type Ring = z.infer<typeof Ring>
export type Comet = z.infer<typeof Comet>
export type LagrangePoint = z.infer<typeof LagrangePoint>
export type BlackHole = z.infer<typeof BlackHole>
export type RoguePlanet = z.infer<typeof RoguePlanet>
export type KeplerianElements = z.infer<typeof KeplerianElements>

export const RingInput = filled(ring, () => ({
  innerRadiusMultiplier: 1.5,
  outerRadiusMultiplier: 3,
  thickness: 0.02,
  opacity: 0.6,
  albedo: 0.8,
  color: '#c9b28f',
  density: 0.6,
}))
export const CometInput = filled(comet, () => ({
  isPeriodic: true,
  hasTail: true,
  tailLengthBase: 1,
  tailWidthBase: 0.1,
  tailColor: '#a8d8ff',
  tailOpacityBase: 0.6,
  activityFalloffDistance: 3,
}))
export const LagrangePointInput = filled(lagrangePoint, ({ pointIndex = 0 }) => ({
  stable: pointIndex >= 4,
  pairType: 'starPlanet' as const,
}))
export const BlackHoleInput = filled(blackHole, () => ({
  hasAccretionDisk: true,
  hasRelativisticJet: false,
  hasPhotonRing: true,
  spin: 0.7,
  shadowRadius: 2,
  accretionInnerRadius: 3,
  accretionOuterRadius: 10,
  diskThickness: 0.1,
  diskBrightness: 1,
  diskOpacity: 0.9,
  diskTemperature: 10_000,
  diskClumpiness: 0.3,
  jetLength: 20,
  jetOpeningAngle: 10,
  jetBrightness: 0.8,
  dopplerBeamingStrength: 0.5,
  lensingStrength: 0.5,
  rotationSpeedMultiplier: 1,
  seed: 1,
}))
export const RoguePlanetInput = filled(roguePlanet, () => ({ seed: 1 }))

export const RingPatch = patchOf(ring)
export const CometPatch = patchOf(comet)
export const LagrangePointPatch = patchOf(lagrangePoint)
export const BlackHolePatch = patchOf(blackHole)
export const RoguePlanetPatch = patchOf(roguePlanet)
