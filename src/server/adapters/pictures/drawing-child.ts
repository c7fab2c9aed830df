import process from 'node:process'
import { createRenderer } from '#catalogue/artwork/render.ts'
import type { DrawingOrder, DrawingOutcome } from './drawing-process.ts'

const renderer = createRenderer()

async function draw({ id, svg, options }: DrawingOrder): Promise<DrawingOutcome> {
  try {
    return { id, bytes: await renderer.render(svg, options) }
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : 'not a drawing' }
  }
}

process.on('message', (order: DrawingOrder) => {
  void draw(order).then((outcome) => process.send?.(outcome))
})
// The parent has no more drawings, or is gone.
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole group; the parent decides.
process.on('SIGINT', () => {})
