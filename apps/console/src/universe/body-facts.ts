import { orbitPosition } from '@quipu/orbits'
import type { Body, BodyType } from '../api/wire.ts'
import { semiMajorAxisOf, typeOf } from './display-scale.ts'
import type { LocalUniverse } from './local-universe.ts'
import { durationWords, significant } from './moment-words.ts'

export interface Fact {
  readonly name: string
  readonly words: string
}

/** The facts about a body at a moment, in words. */
export function factsOf(universe: LocalUniverse, body: Body, time: number): Fact[] {
  const parent = body.parentId === null ? undefined : universe.bodies.get(body.parentId)
  const period = periodOf(body)
  const moons = universe.childrenOf(body.id).length
  const facts: (Fact | false)[] = [
    parent !== undefined && {
      name: `From ${parent.name}`,
      words: distanceWords(length(orbitPosition(body, time))),
    },
    parent !== undefined &&
      parent.parentId !== null && {
        name: `From ${rootOf(universe, body).name}`,
        words: distanceWords(length(placeInSystem(universe, body, time))),
      },
    semiMajorAxisOf(body) > 0 && { name: 'Mean distance', words: distanceWords(semiMajorAxisOf(body)) },
    eccentricityOf(body) > 0 && { name: 'Eccentricity', words: significant(eccentricityOf(body)) },
    period !== undefined && {
      name: 'Period',
      words: durationWords(period) + (isRetrograde(body) ? ', retrograde' : ''),
    },
    { name: 'Radius', words: distanceWords(body.radius) },
    { name: 'Mass', words: massWords(body.mass) },
    moons > 0 && { name: 'In orbit around it', words: moons.toLocaleString('en-US') },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The orbital period in seconds; undefined for a body at rest or on an open path. */
export function periodOf(body: Body): number | undefined {
  if (body.roguePlanet !== undefined) return body.roguePlanet.pathPeriod
  const degreesPerSecond = motionOf(body)
  return degreesPerSecond === 0 ? undefined : 360 / Math.abs(degreesPerSecond)
}

/** AU between planets, kilometres between moons, light-years between stars. */
export function distanceWords(au: number): string {
  if (au >= 10_000) return `${significant(au / auPerLightYear)} light-years`
  if (au >= 0.05) return `${significant(au)} AU`
  return `${significant(au * kilometresPerAu)} km`
}

export function massWords(solarMasses: number): string {
  if (solarMasses >= 0.01) return `${significant(solarMasses)} × Sun`
  return `${significant(solarMasses * earthsPerSun)} × Earth`
}

export function typeWords(body: Body): string {
  if (body.roguePlanet !== undefined) return 'Rogue planet'
  return words[typeOf(body)]
}

function placeInSystem(universe: LocalUniverse, body: Body, time: number) {
  const place = { ...orbitPosition(body, time) }
  for (const id of universe.ancestorsOf(body.id).slice(1)) {
    const ancestor = universe.bodies.get(id)
    if (ancestor === undefined) continue
    const { x, y, z } = orbitPosition(ancestor, time)
    place.x += x
    place.y += y
    place.z += z
  }
  return place
}

function rootOf(universe: LocalUniverse, body: Body): Body {
  return universe.bodies.get(universe.ancestorsOf(body.id)[0] ?? '') ?? body
}

function eccentricityOf(body: Body): number {
  return body.keplerianElements?.e ?? body.eccentricity ?? 0
}

function motionOf(body: Body): number {
  if (body.keplerianElements === undefined) return body.orbitalSpeed
  const { l, peri } = body.keplerianElements.rates
  return (l - peri) / secondsPerCentury
}

function isRetrograde(body: Body): boolean {
  return body.roguePlanet === undefined && motionOf(body) < 0
}

function length({ x, y, z }: { x: number; y: number; z: number }): number {
  return Math.hypot(x, y, z)
}

export const kilometresPerAu = 149_597_870.7
export const earthsPerSun = 332_946
const auPerLightYear = 63_241.077
const secondsPerCentury = 3_155_760_000
const words: Readonly<Record<BodyType, string>> = {
  star: 'Star',
  planet: 'Planet',
  moon: 'Moon',
  asteroid: 'Asteroid',
  comet: 'Comet',
  lagrangePoint: 'Lagrange point',
  blackHole: 'Black hole',
}
