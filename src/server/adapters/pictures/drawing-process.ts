import { fork, type ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { Renderer } from '#built-in/artwork/render.ts'

type Drawn = Awaited<ReturnType<Renderer['render']>>

export type DrawingOrder = { id: number } & (
  | { svg: string; options: Parameters<Renderer['render']>[1] }
  | { svg: string; frameHeight: number }
  | { bytes: Uint8Array; maxWidth: number | null }
)

export type DrawingOutcome = { id: number; bytes: Uint8Array } | { id: number; fault: string }

interface WaitingDrawing {
  resolve(bytes: Drawn): void
  reject(error: Error): void
}

/**
 * A renderer in a process of its own, which starts with the first drawing and ends when there was none for
 * `idleMs`: a page of drawings takes a quarter of a gigabyte, most of which the allocator would keep.
 * It runs at low priority, so that drawing does not slow the answers down.
 */
export function createDrawingProcess({ idleMs = 10_000 } = {}): Renderer {
  const waiting = new Map<number, WaitingDrawing>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let orders = 0

  function start(): ChildProcess {
    const cache = getCompileCacheDir()
    const started = fork(join(import.meta.dirname, 'drawing-child.ts'), {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=2'],
      // One malloc arena, as each drawing thread would otherwise keep its own.
      env: { MALLOC_ARENA_MAX: '1', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    })
    started.on('message', (outcome: DrawingOutcome) => settle(outcome))
    started.on('error', (error) => abandon(started, error))
    started.on('exit', () => abandon(started, new Error('the drawing process ended')))
    if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // An idle child must not hold up the end of this process; a drawing has a caller who does.
    started.unref()
    started.channel?.unref()
    return started
  }

  function settle(outcome: DrawingOutcome) {
    const caller = waiting.get(outcome.id)
    waiting.delete(outcome.id)
    if ('bytes' in outcome) caller?.resolve(Buffer.from(outcome.bytes))
    else caller?.reject(new Error(outcome.fault))
    if (waiting.size === 0) idle = setTimeout(rest, idleMs).unref()
  }

  function rest() {
    child?.disconnect()
    child = undefined
  }

  function abandon(ended: ChildProcess, error: Error) {
    if (child !== ended) return
    child = undefined
    for (const caller of waiting.values()) caller.reject(error)
    waiting.clear()
  }

  const draw = (order: (id: number) => DrawingOrder) =>
    new Promise<Drawn>((resolve, reject) => {
      clearTimeout(idle)
      child ??= start()
      orders += 1
      waiting.set(orders, { resolve, reject })
      child.send(order(orders))
    })

  return {
    render: (svg, options) => draw((id) => ({ id, svg, options })),
    encode: (bytes, maxWidth) => draw((id) => ({ id, bytes, maxWidth })),
    animate: (svg, frameHeight) => draw((id) => ({ id, svg, frameHeight })),
  }
}
