import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { default as axe, RunOptions } from 'axe-core'

/** A screen to check, or a state of one. */
export interface Screen {
  name: string
  /** May name what the viewer's community has most to show of: `/review/{review}`. */
  path: string
  /** What has to be so before the screen opens, such as other answers than the server's. */
  prepare?: (page: Page) => Promise<unknown>
  /** What to do to get to the state that is meant. */
  open?: (page: Page) => Promise<void>
  /** What the console may say of it. */
  expected?: RegExp
  /** It is neither a phone's nor a desk's layout on a tablet. */
  onTablets?: true
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What depends on the colours of a theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The screen is there, with its data, and nothing moves any more. */
export async function settle(page: Page): Promise<void> {
  // Looked at with every frame: what expects something waits up to a second between two looks.
  await page.waitForFunction(
    () => {
      const isThere =
        document.querySelector('main h1, [role="dialog"] h2') !== null &&
        // A button below a dialog may wait for it.
        document.querySelector('main [aria-busy="true"]:not(:is([aria-hidden="true"], [inert]) button)') ===
          null &&
        document.title.endsWith(' · Scene')
      // Answered at once: a promise of any kind would count as there.
      if (!isThere) return false
      const still = async () => {
        await document.fonts.ready
        // One that goes with the scrolling ends where somebody scrolls to the end.
        const ending = document
          .getAnimations()
          .filter((animation) => animation.timeline === document.timeline)
          .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        await Promise.allSettled(ending.map((animation) => animation.finished))
        return true
      }
      return still()
    },
    null,
    { timeout: 15_000 },
  )
}

/** What is kept on the device is chosen in another tab; the page shows it in an attribute. */
async function choose(page: Page, key: 'locale' | 'theme', value: string): Promise<void> {
  await page.waitForFunction(
    ([name, chosen]) => {
      const key = `scene.${name}`
      if (localStorage.getItem(key) !== chosen) {
        localStorage.setItem(key, chosen)
        window.dispatchEvent(new StorageEvent('storage', { key, newValue: chosen }))
      }
      const { lang, dataset } = document.documentElement
      return (name === 'theme' ? dataset['theme'] : lang) === chosen
    },
    [key, value] as const,
  )
}

/** Another language, as chosen in another tab. */
export function chooseLanguage(page: Page, locale: 'en' | 'ar' | 'fr'): Promise<void> {
  return choose(page, 'locale', locale)
}

/** Another look, as chosen in another tab. */
export function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  return choose(page, 'theme', theme)
}

/** Scrolling has come to its end. */
export function scrollEnded(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        let before = -1
        const look = () => {
          if (before === window.scrollY) return done()
          before = window.scrollY
          setTimeout(look, 120)
        }
        look()
      }),
  )
}

const axeSource = readFileSync(
  resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'),
  'utf8',
)

/** Sent once to a page: its documents from then on have it at hand, and the browser has read it already. */
async function needAxe(page: Page): Promise<void> {
  const isHere = await page.evaluate(() => {
    if (!('axe' in window) && 'startAxe' in window) (window.startAxe as () => void)()
    return 'axe' in window
  })
  if (isHere) return
  await page.addInitScript({ content: `window.startAxe = () => {${axeSource}}` })
  await page.evaluate(axeSource)
}

async function check(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  await needAxe(page)
  // Only what fails is gathered, and nothing of the frames of other origins.
  const options: RunOptions = { resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) }
  const found = await page.evaluate(async (given) => {
    const results = await (window as unknown as { axe: typeof axe }).axe.run(document, given)
    return results.violations
  }, options)
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n    ${target.join(' ')}\n    ${failureSummary}`,
    ),
  )
}

/** Violations of WCAG 2.2 A and AA and of best practices. */
export function violations(page: Page): Promise<string[]> {
  return check(page, standards)
}

/** The same for the rules that look at colours. */
export function colourViolations(page: Page): Promise<string[]> {
  return check(page, { type: 'rule', values: colourRules })
}

// What follows runs in the page, each for itself.

/** What reaches over the sides of the window, and whether the page scrolls sideways. */
function beyondSides(): string[] {
  const root = document.documentElement
  const found = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} > ${root.clientWidth} px`] : []
  if (found.length === 0) return found
  for (const element of document.querySelectorAll('body *')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 0 && (right > root.clientWidth + 1 || left < -1))
      found.push(`${element.tagName.toLowerCase()}.${element.className} ${left} to ${right}`)
  }
  return found.slice(0, 12)
}

/** Controls that reach over a side of the window, though the page does not scroll there. */
function controlsOutside(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('main :is(button, a[href], input, textarea, select)')) {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || (left > -1 && right < document.documentElement.clientWidth + 1)) continue
    const scrolls = (box: Element | null): boolean =>
      box !== null &&
      box.localName !== 'body' &&
      (getComputedStyle(box).overflowX !== 'visible' || scrolls(box.parentElement))
    if (!scrolls(element.parentElement)) found.push(`${element.outerHTML.slice(0, 160)} ${left} to ${right}`)
  }
  return found
}

/** Words of controls, headings, tables and moments that are broken within: what names a thing wraps between words. */
function brokenWords(): string[] {
  const found: string[] = []
  const range = document.createRange()
  for (const element of document.querySelectorAll(
    'main :is(button, h1, h2, h3, td, time, [role="tab"]), [role="dialog"] button',
  )) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!parent || parent.closest('bdi, svg') || parent.clientWidth < 2) continue
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}’']{3,16}/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
        if (lines.size > 1) found.push(`${word} in ${element.outerHTML.slice(0, 120)}`)
      }
    }
  }
  return found
}

/** Text that its own box cuts off without an ellipsis, a line clamp or a way to scroll. */
function cutTexts(): string[] {
  const found: string[] = []
  // A drawing's texts have no box that could cut them.
  for (const element of document.querySelectorAll('body *:not(svg *)')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (!hasText || element.clientWidth < 2 || element.clientHeight < 2) continue
    if (element.scrollWidth <= element.clientWidth + 1) continue
    const style = getComputedStyle(element)
    const clamped = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const scrolls = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)
    if (clamped || scrolls || style.visibility === 'hidden') continue
    found.push(`${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`)
  }
  return found
}

/** Labels of navigation and of buttons that an ellipsis shortens: short texts have to fit. */
function shortenedLabels(): string[] {
  // In the narrowest window the bar with all parts of Scene may shorten its own.
  const navigation = window.innerWidth < 360 ? 'main nav' : 'nav'
  return [...document.querySelectorAll(`${navigation} span, button span, [role="tab"]`)]
    .filter((element) => element.children.length === 0 && element.clientWidth > 1)
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent ?? '')
}

/** Controls smaller than 44 px in both directions; links inside a sentence are excepted. */
function smallTargets(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll(
    'button, a[href], input, textarea, [role="slider"], select',
  )) {
    const { width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || width >= 43.5 || height >= 43.5) continue
    const style = getComputedStyle(element)
    const hidden = style.opacity === '0' || style.clipPath !== 'none' || element.closest('[inert]') !== null
    if (!hidden && style.display !== 'inline')
      found.push(`${element.outerHTML.slice(0, 160)} ${width} x ${height}`)
  }
  return found
}

export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(beyondSides)
}

const layoutChecks = {
  'scrolls sideways': beyondSides,
  outside: controlsOutside,
  cut: cutTexts,
  broken: brokenWords,
  shortened: shortenedLabels,
  small: smallTargets,
}

/** What the layout gets wrong as the window is, told in one call: calls cost more than most of the checks. */
export function layoutFaults(page: Page): Promise<string[]> {
  const calls = Object.entries(layoutChecks).map(
    ([name, check]) => `...(${check.toString()})().map((fault) => '${name}: ' + fault)`,
  )
  // What listens to the size of the window has heard of it by then.
  const frame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'
  return page.evaluate<string[]>(`${frame}.then(() => [${calls.join()}])`)
}
