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
  const reported = Number(answer.headers['x-pagination-total-pages'] ?? Number.NaN)
  // Behind a proxy that drops the header, a full page may have a next page.
  const pages = Number.isInteger(reported) ? reported : asked.page + (items.length < asked.perPage ? 0 : 1)
  // v1 reports 0 pages for an empty page.
  return { items, page: asked.page, pages: Math.max(1, pages), total: null }
}

/** All items of a list that is short or not paged. */
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
