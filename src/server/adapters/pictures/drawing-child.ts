import process from 'node:process'
import { messageOf } from '#shared/thrown.ts'
import { createRenderer } from '#built-in/artwork/render.ts'
import type { DrawingOrder, DrawingOutcome } from './drawing-process.ts'

const renderer = createRenderer()

async function draw(order: DrawingOrder): Promise<DrawingOutcome> {
  const { id } = order
  try {
    if ('maxWidth' in order) return { id, bytes: await renderer.encode(order.bytes, order.maxWidth) }
    if ('frameHeight' in order) return { id, bytes: await renderer.animate(order.svg, order.frameHeight) }
    return { id, bytes: await renderer.render(order.svg, order.options) }
  } catch (error) {
    return { id, fault: messageOf(error) }
  }
}

process.on('message', (order: DrawingOrder) => {
  void draw(order).then((outcome) => process.send?.(outcome))
})
// The parent has no more drawings, or is gone.
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole group; the parent decides.
process.on('SIGINT', () => {})
