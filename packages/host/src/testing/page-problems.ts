import type { Page } from 'playwright-core'
import { assert } from 'vitest'

/** What somebody would stumble over on a page: bad contrast, cut text, missing labels, unreachable buttons. */
export async function pageProblems(page: Page): Promise<string[]> {
  const seen: unknown = await page.evaluate(inspection)
  return [...texts(seen), ...(await keyboardProblems(page))]
}

async function keyboardProblems(page: Page): Promise<string[]> {
  const wanted = texts(await page.evaluate(`[...document.querySelectorAll('${focusable}')].map(${nameOf})`))
  const missed = new Set(wanted)
  const problems: string[] = []
  for (let press = 0; missed.size > 0 && press < 2 * wanted.length + 2; press += 1) {
    await page.keyboard.press('Tab')
    const [name = '', outline = ''] = texts(await page.evaluate(focused))
    if (!missed.delete(name)) continue
    if (outline !== 'solid 3px') problems.push(`${name} shows no focus: ${outline}`)
  }
  return [...problems, ...[...missed].map((name) => `${name} is not reached`)]
}

function texts(value: unknown): string[] {
  assert(Array.isArray(value))
  return value.map(String)
}

const focusable = 'a[href], button, input:not([type=hidden])'
const nameOf = `(element) => element.tagName + ' ' + (element.name ?? '') + ' ' + (element.value ?? '') + ' ' + element.textContent.trim()`
const focused = `(() => {
  const at = document.activeElement
  if (at === null || at === document.body) return []
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  return [(${nameOf})(at), outlineStyle + ' ' + outlineWidth]
})()`

/** Runs in the browser, where this project has no types. */
const inspection = `(() => {
  const problems = []
  const say = (element, what) => problems.push(element.tagName + '.' + element.className + ': ' + what)
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = (color) => {
    const [r, g, b] = numbers(color).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const backOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      const alpha = numbers(backgroundColor)[3] ?? 1
      if (alpha === 1) return backgroundColor
      if (alpha > 0) say(at, 'is half transparent, so its contrast is not known')
    }
    return 'rgb(255, 255, 255)'
  }
  const check = (element) => {
    const { color, fontSize } = getComputedStyle(element)
    const found = ratio(color, backOf(element))
    if (found < 4.5) say(element, 'text has a contrast of ' + found.toFixed(2))
    if (parseFloat(fontSize) < 14) say(element, 'text is smaller than 14px')
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.textContent.trim() !== '') check(node.parentElement)
  }
  for (const input of document.querySelectorAll('input:not([type=hidden])')) {
    check(input)
    if ((input.labels?.length ?? 0) !== 1 || input.labels[0].textContent.trim() === '') say(input, 'has no label')
    if (!input.readOnly && ratio(getComputedStyle(input).borderTopColor, backOf(input)) < 3) say(input, 'has a faint edge')
    if (!input.autocomplete) say(input, 'has no autocomplete')
    const wrong = input.getAttribute('aria-invalid') === 'true'
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
    for (const id of described) if (document.getElementById(id) === null) say(input, 'is described by nothing')
    const alert = document.querySelector('[role=alert]')
    if (wrong && alert === null) say(input, 'is wrong and no error is announced')
    if (alert !== null && !input.readOnly && input.type !== 'checkbox' && !(wrong && described.includes(alert.id))) say(input, 'is not tied to the error')
  }
  for (const element of document.querySelectorAll('body *')) {
    const { left, right, height } = element.getBoundingClientRect()
    if (right > innerWidth + 0.5 || left < -0.5) say(element, 'sticks out')
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && element.tagName !== 'INPUT') say(element, 'is cut')
    if (element.matches('.button') && height < 44) say(element, 'is hard to hit')
  }
  if (document.documentElement.scrollWidth > innerWidth) problems.push('the page scrolls sideways')
  for (const button of document.querySelectorAll('a, button')) if (button.textContent.trim() === '') say(button, 'has no name')
  for (const one of ['h1', 'main', 'header', 'title']) {
    if (document.querySelectorAll(one).length !== 1) problems.push('not one ' + one)
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  if (new Set(ids).size !== ids.length) problems.push('an id occurs twice')
  if (document.documentElement.lang !== 'en') problems.push('no language')
  if (document.compatMode !== 'CSS1Compat') problems.push('quirks mode')
  for (const script of document.querySelectorAll('script, img, b, i, [onclick], [onerror]')) say(script, 'does not belong here')
  return problems
})()`
