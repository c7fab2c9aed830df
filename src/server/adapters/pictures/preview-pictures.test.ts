import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createRenderer, type Renderer } from '#built-in/artwork/render.ts'
import { createPreviewPictures } from './preview-pictures.ts'

const drawing = { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', pictures: [], isWhole: true }

/** Counts what is drawn, and takes until it is told to end. */
function slowRenderer() {
  const ends: (() => void)[] = []
  const render: Renderer['render'] = () =>
    new Promise((done) => void ends.push(() => done(Buffer.from(`drawing ${ends.length}`))))
  return { renderer: { render, encode: render as never, animate: render as never }, ends }
}

test('a picture is drawn once for all who ask meanwhile, and kept', async () => {
  const { renderer, ends } = slowRenderer()
  const preview = createPreviewPictures(renderer)
  let prepared = 0
  const prepare = async () => {
    prepared += 1
    return drawing
  }
  const asked = Promise.all(Array.from({ length: 30 }, () => preview('a', prepare)))
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.()
  expect(new Set((await asked).map(({ bytes }) => bytes.toString())).size).toBe(1)
  await preview('a', prepare)
  expect(prepared).toBe(1)
})

test('what fails is tried again', async () => {
  const preview = createPreviewPictures(createRenderer())
  await expect(preview('a', async () => ({ ...drawing, svg: 'no drawing' }))).rejects.toThrow()
  const { bytes } = await preview('a', async () => ({
    ...drawing,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>',
  }))
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('a crowd is sent away, and those before it are served', async () => {
  const { renderer, ends } = slowRenderer()
  const preview = createPreviewPictures(renderer)
  const outcomes = Array.from({ length: 100 }, (_, key) =>
    preview(String(key), async () => drawing).catch((error: unknown) => error),
  )
  const refused = { code: 'server.unavailable', retryAfter: 10 }
  expect(await outcomes[99]).toMatchObject(refused)
  for (let served = 0; served < 64; served++) {
    await expect.poll(() => ends.length).toBeGreaterThan(served)
    ends[served]?.()
  }
  const all = await Promise.all(outcomes)
  expect(all.filter((one) => one instanceof Error)).toHaveLength(36)
})
