import type { Page } from '@playwright/test'
import { expect } from './scene.ts'

/**
 * Opens home until all that opens a screen without a network is here: the worker has every file but the texts of other
 * languages. What it keeps by itself half a minute later it keeps now.
 */
export async function keepFiles(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  // From here on the worker is asked.
  await page.reload()
  await page.evaluate(() =>
    navigator.serviceWorker.controller?.postMessage({ type: 'keep-files', locale: 'en' }, []),
  )
  const missing = () =>
    page.evaluate(async () => {
      const worker = await (await fetch('/worker.js')).text()
      const named = new Set(worker.match(/\/assets\/[\w.-]+/g))
      const wanted = [...named].filter((file) => !/\/(ar|fr)\.[a-z]+-[^/]+$/.test(file))
      const kept = await Promise.all(wanted.map((file) => caches.match(file)))
      return { of: wanted.length, missing: wanted.filter((_, at) => kept[at] === undefined).length }
    })
  await expect.poll(missing, { timeout: 60_000 }).toEqual({ of: expect.any(Number), missing: 0 })
  expect((await missing()).of).toBeGreaterThan(100)
}
