import type { HttpAnswer } from '@quipu/kit'
import { z } from 'zod'
import { read } from './connection.ts'
import type { Page } from './model.ts'
import type { Generation } from './operations.ts'

/** One page as the generation gives it: v2 in an envelope, v1 as a bare list with the number of pages in a header. */
export function pageOf<Item extends z.ZodType>(
  generation: Generation,
  item: Item,
  answer: HttpAnswer,
  asked: { readonly page: number; readonly perPage: number },
): Page<z.output<Item>> {
  if (generation === 'v2') {
    const { items, total, total_pages } = read(envelopeOf(item), answer)
    return {
      items: items ?? [],
      page: asked.page,
      pages: Math.max(1, total_pages ?? 1),
      total: total ?? null,
    }
  }
  const items = read(z.array(item).nullable(), answer) ?? []
  const told = Number(answer.headers['x-pagination-total-pages'] ?? Number.NaN)
  // Behind a proxy that drops the header, a full page may have one after it.
  const pages = Number.isInteger(told) ? told : asked.page + (items.length < asked.perPage ? 0 : 1)
  // v1 says 0 pages of a page that is empty.
  return { items, page: asked.page, pages: Math.max(1, pages), total: null }
}

/** All items of a list that is not paged, or has few. */
export function listOf<Item extends z.ZodType>(
  generation: Generation,
  item: Item,
  answer: HttpAnswer,
): readonly z.output<Item>[] {
  return pageOf(generation, item, answer, { page: 1, perPage: Number.POSITIVE_INFINITY }).items
}

function envelopeOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).nullable(),
    total: z.int().nullish(),
    total_pages: z.int().nullish(),
  })
}
