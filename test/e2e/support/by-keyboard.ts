import type { Page } from '@playwright/test'
import { expect } from './scene.ts'

/** The focused element has a ring that is not hidden under something else. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing is focused'
    const style = getComputedStyle(focused)
    // A code or a slider may draw its ring on the box around it.
    const ringed = [focused, focused.parentElement, focused.nextElementSibling].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!ringed) return `no ring on ${focused.outerHTML.slice(0, 120)} (${style.outline})`
    const { left, top, right, bottom } = focused.getBoundingClientRect()
    // Of a panel that is taller than the window, the part that is in it.
    const seenTop = Math.max(top, 0)
    const seenBottom = Math.min(bottom, window.innerHeight)
    const hit = document.elementFromPoint((left + right) / 2, (seenTop + seenBottom) / 2)
    const free = hit !== null && (focused.contains(hit) || hit.contains(focused))
    return free ? '' : `${focused.outerHTML.slice(0, 120)} lies under ${hit?.outerHTML.slice(0, 80)}`
  })
  expect(seen).toBe('')
}

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
    const label = isField ? focused.labels?.[0]?.textContent : undefined
    return focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? ''
  })

/** Presses Tab (or Shift+Tab) until the name of the focused element matches; the ring is seen at every stop. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key)
    await expectFocusSeen(page)
    if (name.test(await focusedName(page))) return
  }
  throw new Error(`60 times ${key} did not lead to ${name}`)
}

/** Presses a shortcut until what it opens is there: the code of shortcuts comes after the first paint. */
export async function openByKey(page: Page, key: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 3000 })
  }).toPass()
}

/** Presses a key of a keyboard with another layout: what it writes, and its place on an American one. */
export async function pressElsewhere(page: Page, key: string, code: string, shift = false): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const event = { key, code, modifiers: shift ? 8 : 0 }
  await devTools.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: key })
  await devTools.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  await devTools.detach()
}
