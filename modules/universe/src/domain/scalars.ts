import * as z from 'zod'
import { cleanLine } from '@quipu/kit'
import { limits } from './limits.ts'

/** Letters, digits and `_ . : -`, the first a letter or digit; never a name that plain objects treat specially. */
export const Id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/,
    'must be 1 to 64 letters, digits or _ . : -, first a letter or digit',
  )
  .refine((id) => id !== 'constructor' && id !== 'prototype', 'is a reserved word; choose another id')

export const Name = text(limits.name, 1)
export const Label = text(limits.name)
export const Icon = text(32)
export const Seed = z.union([text(64), number()], 'must be a text or a number')
export const Color = z
  .string()
  .regex(
    /^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[a-zA-Z]{3,24})$/,
    'must be #rrggbb, #rgb or the name of a CSS color',
  )

export const Num = number()
export const NotNegative = number().min(0)
export const Positive = number().positive()
/** From 0 to 1, both included. */
export const Share = number().min(0).max(1)
/** Of an ellipse: a parabola or a hyperbola never comes round. */
export const Eccentricity = number().min(0).lt(1)
export const Time = z.number().min(-limits.time).max(limits.time)
export const Count = z.int().min(0).max(1_000_000)
export const Vector = z.strictObject({ x: number(), y: number(), z: number() })

export type Vector = z.infer<typeof Vector>

function number() {
  return z.number().min(-limits.number).max(limits.number)
}

function text(most: number, least = 0) {
  return z
    .string()
    .min(least)
    .max(most)
    .refine((value) => cleanLine(value) === value.trim(), 'must not hold control or invisible characters')
}
