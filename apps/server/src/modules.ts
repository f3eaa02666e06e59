import { dataAgent } from '@quipu/data-agent'
import type { Module } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { universe } from '@quipu/universe'
import { vikunja } from '@quipu/vikunja'

/** Every module of this installation. One that needs another is given it here. */
export const modules: readonly Module[] = [tasks, truth, dataAgent, universe, vikunja]
