import type { OrbitFields } from '@quipu/orbits'

/** The data of the server's REST surface and event stream. Fields that the view does not use are left out. */

export type Role = 'owner' | 'editor' | 'viewer'

export interface Person {
  readonly id: string
  readonly name: string
}

export interface Account extends Person {
  readonly email: string
  readonly permissions: readonly string[]
}

export interface Member extends Person {
  readonly role: Role
}

export interface Counts {
  readonly stars: number
  readonly groups: number
}

export interface UniverseInfo {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly role: Role
  readonly owner: Person
  readonly counts?: Counts
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Universe extends UniverseInfo {
  readonly state: UniverseState
}

export interface UniversePage {
  readonly universes: readonly UniverseInfo[]
  readonly next_cursor?: string | null
}

export type BodyType = 'star' | 'planet' | 'moon' | 'asteroid' | 'comet' | 'lagrangePoint' | 'blackHole'

export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Edges in radii of the planet. */
export interface Ring {
  readonly innerRadiusMultiplier: number
  readonly outerRadiusMultiplier: number
  readonly opacity: number
  readonly color: string
  readonly density: number
}

export interface Comet {
  readonly hasTail: boolean
  readonly tailLengthBase: number
  readonly tailColor: string
  readonly tailOpacityBase: number
  /** AU beyond which the tail fades. */
  readonly activityFalloffDistance: number
}

/** Lengths in radii of the body. */
export interface BlackHole {
  readonly hasAccretionDisk: boolean
  readonly hasRelativisticJet: boolean
  readonly accretionInnerRadius: number
  readonly accretionOuterRadius: number
  readonly diskOpacity: number
  readonly jetLength: number
  readonly diskInnerColor?: string
  readonly diskOuterColor?: string
}

export interface Body extends OrbitFields {
  readonly id: string
  readonly name: string
  readonly mass: number
  readonly radius: number
  readonly color: string
  readonly bodyType?: BodyType
  readonly parentId: string | null
  /** The position among siblings. In a state, the order of `children` gives it. */
  readonly order?: number
  readonly ring?: Ring
  readonly comet?: Comet
  readonly blackHole?: BlackHole
}

export interface StateBody extends Body {
  readonly children?: readonly string[]
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly color?: string
  readonly parentGroupId?: string | null
  readonly order?: number
}

export interface GroupChild {
  readonly id: string
  readonly type: 'system' | 'group'
}

export interface StateGroup extends Group {
  readonly children?: readonly GroupChild[]
}

/** A system in a group, with the id of its root body. */
export interface Membership {
  readonly groupId: string
  readonly type: 'system'
  readonly order?: number
}

interface Cloud {
  readonly id: string
  readonly name?: string
  readonly innerRadius: number
  readonly outerRadius: number
  readonly thickness: number
  readonly visible?: boolean
  readonly seed?: string | number
}

export interface Belt extends Cloud {
  readonly parentId: string
  readonly asteroidCount: number
  readonly inclination: number
  readonly color?: string
}

export interface SmallBodyField extends Cloud {
  readonly hostStarId: string
  readonly particleCount: number
  readonly baseColor: string
  readonly highlightColor: string
  readonly opacity: number
  readonly rotationSpeedMultiplier: number
  readonly regionLabel?: string
}

export interface Disk extends Cloud {
  readonly centralStarId: string
  readonly baseColor: string
  readonly highlightColor: string
  readonly opacity: number
  readonly brightness: number
  readonly rotationSpeedMultiplier: number
  readonly bandFrequency?: number
  readonly spiralArmCount?: number
}

export interface Nebula {
  readonly id: string
  readonly name: string
  readonly position: Vector
  readonly radius: number
  readonly density: number
  readonly brightness: number
  readonly baseColor: string
  readonly accentColor: string
  readonly seed: string | number
  readonly visible?: boolean
}

export interface UniverseState {
  readonly stars: Readonly<Record<string, StateBody>>
  readonly rootIds: readonly string[]
  readonly groups: Readonly<Record<string, StateGroup>>
  readonly rootGroupIds: readonly string[]
  readonly belts: Readonly<Record<string, Belt>>
  readonly smallBodyFields: Readonly<Record<string, SmallBodyField>>
  readonly protoplanetaryDisks: Readonly<Record<string, Disk>>
  readonly nebulae: Readonly<Record<string, Nebula>>
  readonly time: number
}

export interface Tables {
  readonly stars: Body
  readonly groups: Group
  readonly members: Membership
  readonly belts: Belt
  readonly smallBodyFields: SmallBodyField
  readonly protoplanetaryDisks: Disk
  readonly nebulae: Nebula
}

export type TableName = keyof Tables

/** Each entity that a command touched, after the command; null if it was removed. */
export type Parts = { readonly time?: number } & {
  readonly [Name in TableName]?: Readonly<Record<string, Tables[Name] | null>>
}

export type Changed = Parts | { readonly replaced: true }

export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly client: string | null
}

export type Command = { readonly type: string } & Readonly<Record<string, unknown>>

/** One step of a universe, in the format of the history. */
export interface Entry {
  readonly revision: number
  readonly command: Command
  readonly actor: Actor
  readonly at: string
  readonly undoes?: number | null
  readonly redoes?: number | null
}

/** One step in the format of the stream: the command's own fields and its result. */
export type CommandEvent = Command & { readonly meta: Meta }

export interface Meta {
  readonly revision: number
  readonly commandId?: string | null
  readonly actor: Actor
  readonly at: string
  readonly changed: Changed
  readonly undoes?: number | null
  readonly redoes?: number | null
}

export interface Presence {
  readonly userId: string
  readonly name: string
  readonly client: string | null
  readonly selection?: string | null
  readonly following?: string | null
  readonly since: string
}

export interface Dropped {
  readonly reason: string
  readonly message: string
}

export interface Applied {
  readonly revision: number
  readonly changed: Changed
}
