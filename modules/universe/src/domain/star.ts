import * as z from 'zod'
import { filled, patchOf } from './shape.ts'
import { Color, Eccentricity, Id, Name, NotNegative, Num, Positive } from './scalars.ts'
import {
  BlackHole,
  BlackHoleInput,
  BlackHolePatch,
  Comet,
  CometInput,
  CometPatch,
  KeplerianElements,
  LagrangePoint,
  LagrangePointInput,
  LagrangePointPatch,
  Ring,
  RingInput,
  RingPatch,
  RoguePlanet,
  RoguePlanetInput,
  RoguePlanetPatch,
} from './star-parts.ts'

const plain = {
  name: Name,
  mass: NotNegative,
  radius: NotNegative,
  color: Color,
  bodyType: z.enum(['star', 'planet', 'moon', 'asteroid', 'comet', 'lagrangePoint', 'blackHole']).optional(),
  orbitalDistance: NotNegative.describe('AU from the parent.'),
  orbitalSpeed: Num.describe('Degrees per simulated second.'),
  orbitalPhase: Num.describe('Mean anomaly at time 0, degrees.'),
  semiMajorAxis: Positive.optional().describe('AU; orbitalDistance when left out.'),
  eccentricity: Eccentricity.optional(),
  orbitOffsetX: Num.optional(),
  orbitOffsetY: Num.optional(),
  orbitOffsetZ: Num.optional(),
  orbitRotX: Num.optional(),
  orbitRotY: Num.optional(),
  orbitRotZ: Num.optional(),
  keplerianElements: KeplerianElements.optional(),
  parentBeltId: Id.optional(),
  asteroidSubType: z.enum(['mainBelt', 'kuiperBelt', 'generic']).optional(),
  lagrangeHostId: Id.optional(),
  isRoguePlanet: z.boolean().optional(),
}

/** The parts of a body that have fields of their own: in a patch they are merged, not replaced. */
export const starParts = {
  ring: RingInput,
  comet: CometInput,
  lagrangePoint: LagrangePointInput,
  blackHole: BlackHoleInput,
  roguePlanet: RoguePlanetInput,
} as const

const parts = {
  ring: Ring.optional(),
  comet: Comet.optional(),
  lagrangePoint: LagrangePoint.optional(),
  blackHole: BlackHole.optional(),
  roguePlanet: RoguePlanet.optional(),
}
const filledParts = {
  ring: RingInput.optional(),
  comet: CometInput.optional(),
  lagrangePoint: LagrangePointInput.optional(),
  blackHole: BlackHoleInput.optional(),
  roguePlanet: RoguePlanetInput.optional(),
}
const parentId = Id.nullable()

export const StarPayload = filled({ ...plain, ...filledParts, parentId }, () => ({}))

/** All but identity and place; those are for attachStar and detachStar. */
export const StarPatch = z.strictObject({
  ...(patchOf(plain) as z.ZodObject<Patched<typeof plain>>).shape,
  ring: RingPatch.nullish(),
  comet: CometPatch.nullish(),
  lagrangePoint: LagrangePointPatch.nullish(),
  blackHole: BlackHolePatch.nullish(),
  roguePlanet: RoguePlanetPatch.nullish(),
})

/** A body of any kind: star, planet, moon and so on. A body without parent is the root of a system. */
export const Star = z.strictObject({ id: Id, ...plain, ...parts, parentId, children: z.array(Id) })

/** Inside a state the id stands before the entry, and the children follow from the others' `parentId`. */
export const StarInput = filled(
  { id: Id.optional(), ...plain, ...filledParts, parentId, children: z.array(Id).optional() },
  () => ({}),
)

export type Star = Readonly<z.infer<typeof Star>>
export type StarInput = z.infer<typeof StarInput>
/** A body as the model keeps it: its place among its siblings is a number, its children are found by their parent. */
export type Body = Omit<Star, 'children'> & { readonly order: number }
export type StarPart = keyof typeof starParts

type Patched<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> }
