import type { Body, BodyType, Command } from '../api/wire.ts'
import { earthsPerSun, kilometresPerAu } from './body-facts.ts'
import { typeOf } from './display-scale.ts'

/** The form for a body. Radius in kilometres; mass in Suns for stars and black holes, or else in Earths. */
export interface BodyForm {
  readonly name: string
  readonly color: string
  readonly mass: string
  readonly radius: string
}

export interface NewBodyForm extends BodyForm {
  readonly type: BodyType
  /** AU. */
  readonly distance: string
}

export type Checked =
  | { readonly command: Command }
  | { readonly errors: Partial<Record<keyof NewBodyForm, string>> }

export function formOf(body: Body): BodyForm {
  return {
    name: body.name,
    color: body.color,
    mass: plain(body.mass * massUnit(typeOf(body)).perSun),
    radius: plain(body.radius * kilometresPerAu),
  }
}

/** Sends only changed fields, so that editing the name does not round the mass. */
export function updateFrom(body: Body, form: BodyForm): Checked | undefined {
  const before = formOf(body)
  const { errors, mass, radius } = numbersOf(form, typeOf(body))
  if (form.name.trim() === '') errors.name = 'A body needs a name.'
  if (Object.keys(errors).length > 0) return { errors }
  const payload = {
    ...(form.name.trim() === before.name ? {} : { name: form.name.trim() }),
    ...(form.color === before.color ? {} : { color: form.color }),
    ...(form.mass === before.mass ? {} : { mass }),
    ...(form.radius === before.radius ? {} : { radius }),
  }
  return Object.keys(payload).length === 0
    ? undefined
    : { command: { type: 'updateStar', id: body.id, payload } }
}

/** A new body on a circular orbit around its parent, with the period of Kepler's third law. */
export function addFrom(
  form: NewBodyForm,
  parent: Body | undefined,
  isTaken: (id: string) => boolean,
): Checked {
  const { errors, mass, radius } = numbersOf(form, form.type)
  const distance = numberIn(form.distance)
  const name = form.name.trim()
  if (name === '') errors.name = 'A body needs a name.'
  if (distance === undefined || distance < 0) errors.distance = 'The distance is a number of AU from 0 up.'
  if (parent !== undefined && distance === 0)
    errors.distance = 'Around another body it needs a distance above 0.'
  if (Object.keys(errors).length > 0 || distance === undefined) return { errors }
  const id = freeId(name, isTaken)
  const payload = {
    name,
    bodyType: form.type,
    color: form.color,
    mass,
    radius,
    parentId: parent?.id ?? null,
    orbitalDistance: distance,
    orbitalSpeed: parent === undefined ? 0 : meanMotion(distance, parent.mass + mass),
    orbitalPhase: 0,
  }
  return { command: { type: 'addStar', id, payload } }
}

/** Whether a mass is given in Suns or in Earths. */
export function massUnit(type: BodyType): { readonly name: string; readonly perSun: number } {
  const isLarge = type === 'star' || type === 'blackHole'
  return isLarge ? { name: 'Suns', perSun: 1 } : { name: 'Earths', perSun: earthsPerSun }
}

/** Degrees per second at `distance` AU around this many solar masses. */
export function meanMotion(distance: number, solarMasses: number): number {
  if (distance <= 0 || solarMasses <= 0) return 0
  return (360 * Math.sqrt(solarMasses / distance ** 3)) / secondsPerYear
}

const secondsPerYear = 31_558_149.8

function numbersOf(form: BodyForm, type: BodyType) {
  const errors: Partial<Record<keyof NewBodyForm, string>> = {}
  const mass = numberIn(form.mass)
  const radius = numberIn(form.radius)
  if (mass === undefined || mass < 0) errors.mass = 'The mass is a number from 0 up.'
  if (radius === undefined || radius < 0) errors.radius = 'The radius is a number of kilometres from 0 up.'
  return { errors, mass: (mass ?? 0) / massUnit(type).perSun, radius: (radius ?? 0) / kilometresPerAu }
}

/** Accepts a comma as decimal point and ignores spaces, as people write numbers. */
function numberIn(text: string): number | undefined {
  const written = text.replace(/\s/g, '').replace(/^(-?\d+),(\d+)$/, '$1.$2')
  const value = Number(written)
  return written === '' || !Number.isFinite(value) ? undefined : value
}

function plain(value: number): string {
  return String(Number(value.toPrecision(6)))
}

function freeId(name: string, isTaken: (id: string) => boolean): string {
  const plainName = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const base = plainName.replace(/^-+|-+$/g, '').slice(0, 50) || 'body'
  const wanted = base === 'constructor' || base === 'prototype' ? `${base}-body` : base
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number++) if (!isTaken(`${wanted}-${number}`)) return `${wanted}-${number}`
}
