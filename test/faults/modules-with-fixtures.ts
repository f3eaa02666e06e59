import type { Module } from '@quipu/kit'
import { realModules } from '../catalog/real-modules.ts'
import { fixtures } from '../conformance/fixtures/index.ts'

export const modules: readonly Module[] = [...(await realModules()), fixtures()]
