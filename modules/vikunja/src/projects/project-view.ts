import { cleanLine } from '@quipu/kit'
import type { Project } from '../api/model.ts'
import { pathOf } from '../names/directory.ts'

export interface ProjectLine {
  readonly id: number
  readonly title: string
  readonly [field: string]: unknown
}

export function projectLine(project: Project, all: readonly Project[]): ProjectLine {
  const { id, identifier, parentId, isArchived, isFavorite } = project
  return {
    id,
    title: cleanLine(parentId === null ? project.title : pathOf(project, all)),
    ...(identifier === '' ? {} : { identifier: cleanLine(identifier) }),
    ...(id < 0 ? { saved_filter: true } : {}),
    ...(isArchived ? { archived: true } : {}),
    ...(isFavorite ? { favorite: true } : {}),
  }
}
