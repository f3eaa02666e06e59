import * as z from 'zod'
import { filled, patchOf } from './shape.ts'
import {
  Color,
  Count,
  Eccentricity,
  Id,
  Label,
  Name,
  NotNegative,
  Num,
  Positive,
  Seed,
  Share,
  Vector,
} from './scalars.ts'

const cloud = {
  innerRadius: NotNegative.describe('AU.'),
  outerRadius: Positive.describe('AU.'),
  thickness: NotNegative,
  particleCount: Count,
  baseColor: Color,
  highlightColor: Color,
  opacity: Share,
  brightness: NotNegative,
  clumpiness: Share,
  rotationSpeedMultiplier: Num,
  seed: Seed,
}
const cloudLook = { opacity: 0.8, brightness: 1, clumpiness: 0.3, rotationSpeedMultiplier: 1, seed: 1 }

const field = {
  hostStarId: Id,
  ...cloud,
  beltType: z.enum(['main', 'kuiper']),
  regionLabel: Label,
  isIcy: z.boolean(),
  inclinationSigma: NotNegative.optional(),
  style: z.enum(['thin', 'moderate', 'thick', 'scattered']),
  name: Name.optional(),
  visible: z.boolean().optional(),
}
const disk = {
  centralStarId: Id,
  ...cloud,
  style: z.enum(['thin', 'moderate', 'thick', 'extreme']),
  name: Name.optional(),
  bandStrength: Share.optional(),
  bandFrequency: NotNegative.optional(),
  gapSharpness: Share.optional(),
  innerGlowStrength: Share.optional(),
  noiseScale: NotNegative.optional(),
  noiseStrength: Share.optional(),
  spiralStrength: Share.optional(),
  spiralArmCount: z.int().min(1).max(8).optional(),
  edgeSoftness: Share.optional(),
  temperatureGradient: NotNegative.optional(),
}
const nebula = {
  name: Name,
  position: Vector,
  radius: Positive,
  dimensions: Vector.optional(),
  density: Share,
  brightness: NotNegative,
  baseColor: Color,
  accentColor: Color,
  noiseScale: NotNegative,
  noiseDetail: NotNegative,
  associatedGroupIds: z.array(Id).max(100).optional(),
  seed: Seed,
  visible: z.boolean().optional(),
}
const belt = {
  name: Name,
  parentId: Id,
  innerRadius: NotNegative,
  outerRadius: Positive,
  thickness: NotNegative,
  eccentricity: Eccentricity,
  inclination: Num,
  asteroidCount: Count,
  asteroidIds: z.array(Id).max(10_000),
  color: Color.optional(),
  beltType: z.enum(['main', 'kuiper']).optional(),
  regionLabel: Label.optional(),
  isIcy: z.boolean().optional(),
  inclinationSigma: NotNegative.optional(),
  radialRangeHint: z.tuple([Num, Num]).optional(),
  lodLevel: NotNegative.optional(),
  visible: z.boolean().optional(),
  seed: Seed.optional(),
}
/** Always the root of the body around which it lies: it may be given, and must then be right. */
const systemId = Id.describe('The root of the system; left out, it follows from the body.')

export const SmallBodyField = z.strictObject({ id: Id, systemId, ...field })
export const ProtoplanetaryDisk = z.strictObject({ id: Id, systemId, ...disk })
export const Nebula = z.strictObject({ id: Id, ...nebula })
export const Belt = z.strictObject({ id: Id, ...belt })

const fieldInput = { systemId: systemId.optional(), ...field }
const diskInput = { systemId: systemId.optional(), ...disk }
/** Inside a record the id stands before the entry. */
const key = { id: Id.optional() }

export const SmallBodyFieldInput = filled({ id: Id, ...fieldInput }, fieldLook)
export const SmallBodyFieldEntry = filled({ ...key, ...fieldInput }, fieldLook)
export const ProtoplanetaryDiskInput = filled({ id: Id, ...diskInput }, diskLook)
export const ProtoplanetaryDiskEntry = filled({ ...key, ...diskInput }, diskLook)
export const NebulaInput = filled({ id: Id, ...nebula }, nebulaLook)
export const NebulaEntry = filled({ ...key, ...nebula }, nebulaLook)
export const BeltEntry = filled({ ...key, ...belt }, () => ({
  thickness: 0.1,
  eccentricity: 0,
  inclination: 0,
  asteroidCount: 0,
  asteroidIds: [],
}))

export const SmallBodyFieldPatch = patchOf(field)
export const ProtoplanetaryDiskPatch = patchOf(disk)
export const NebulaPatch = patchOf(nebula)

export type SmallBodyField = Readonly<z.infer<typeof SmallBodyField>>
export type ProtoplanetaryDisk = Readonly<z.infer<typeof ProtoplanetaryDisk>>
export type Nebula = Readonly<z.infer<typeof Nebula>>
export type Belt = Readonly<z.infer<typeof Belt>>
/** As the model keeps them: the system follows from the body. */
export type FieldEntity = Omit<SmallBodyField, 'systemId'>
export type DiskEntity = Omit<ProtoplanetaryDisk, 'systemId'>

function fieldLook({ beltType = 'main' }: { beltType?: 'main' | 'kuiper' | undefined }) {
  const isIcy = beltType === 'kuiper'
  return {
    ...cloudLook,
    thickness: isIcy ? 2 : 0.2,
    particleCount: 2000,
    baseColor: isIcy ? '#8fa8c0' : '#8c7a66',
    highlightColor: isIcy ? '#d8ecff' : '#c8b49a',
    beltType,
    regionLabel: isIcy ? 'Kuiper Belt' : 'Main Belt',
    isIcy,
    style: 'moderate' as const,
  }
}

function diskLook() {
  return {
    ...cloudLook,
    thickness: 0.2,
    particleCount: 1000,
    baseColor: '#b08050',
    highlightColor: '#ffd9a0',
    style: 'moderate' as const,
  }
}

function nebulaLook() {
  return {
    density: 0.5,
    brightness: 0.6,
    baseColor: '#6040a0',
    accentColor: '#ff80c0',
    noiseScale: 1,
    noiseDetail: 3,
    seed: 1,
  }
}
