import { execFileSync } from 'node:child_process'
import { beforeEach, expect, test } from 'vitest'
import { createDrawingProcess } from './drawing-process.ts'

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
const options = { width: 8, height: 8, format: 'webp' } as const

const drawingChildren = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('drawing-child.ts'))
    .map((line) => Number(line.trim().split(' ', 1)[0]))

/** Those of earlier tests of this process may still be there. */
let others: number[]
beforeEach(() => {
  others = drawingChildren()
})
const children = () => drawingChildren().filter((pid) => !others.includes(pid))

test('drawings come from a process that ends when there are none', async () => {
  const renderer = createDrawingProcess({ idleMs: 50 })
  const [first, second] = await Promise.all([
    renderer.render(square, options),
    renderer.render(square, options),
  ])
  expect(first.subarray(8, 12).toString()).toBe('WEBP')
  expect(second.equals(first)).toBe(true)
  expect(children()).toHaveLength(1)
  await expect.poll(children, { timeout: 10_000 }).toEqual([])
  expect((await renderer.render(square, options)).equals(first)).toBe(true)
  await expect.poll(children, { timeout: 10_000 }).toEqual([])
})

test('what is not a drawing is refused, and the next one is drawn', async () => {
  const renderer = createDrawingProcess({ idleMs: 50 })
  await expect(renderer.render('<svg', options)).rejects.toThrow()
  await expect(renderer.render(square, options)).resolves.toBeInstanceOf(Buffer)
  await expect.poll(children, { timeout: 10_000 }).toEqual([])
})

test('a drawing whose process is killed fails, and the next one is drawn by another', async () => {
  const renderer = createDrawingProcess({ idleMs: 50 })
  const drawing = renderer.render(square, options)
  for (const pid of children()) process.kill(pid, 'SIGKILL')
  await expect(drawing).rejects.toThrow('ended')
  await expect(renderer.render(square, options)).resolves.toBeInstanceOf(Buffer)
  await expect.poll(children, { timeout: 10_000 }).toEqual([])
})
