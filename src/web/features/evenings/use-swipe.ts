import { useRef, useState, type PointerEvent } from 'react'
import type { Vote } from '#shared/api/evenings.ts'

/** Pixels that a finger moves to answer. */
const swipe = 60

interface Moved {
  /** Pixels toward the inline end. */
  across: number
  /** Pixels upward. */
  up: number
}

/** To the inline start no, to its end yes, up fine; null for what is none of them, or too short. */
export function voteOf({ across, up }: Moved): Vote | null {
  const aside = Math.abs(across)
  if (aside > swipe && aside >= Math.abs(up)) return across > 0 ? 'yes' : 'no'
  return up > swipe ? 'fine' : null
}

interface Swipe {
  /** Where the finger has moved; null while none is down. */
  moved: Moved | null
  /** For the element that is swiped. */
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent) => void
  >
}

/** Answers by a finger or a pen. What the browser scrolls itself (`touch-action`) is no swipe: it cancels the pointer then. */
export function useSwipe(isRtl: boolean, onVote: (vote: Vote) => void): Swipe {
  const from = useRef<{ pointer: number; x: number; y: number } | null>(null)
  const [moved, setMoved] = useState<Moved | null>(null)
  const movedBy = ({ pointerId, clientX, clientY }: PointerEvent): Moved | null => {
    const { current: start } = from
    if (start?.pointer !== pointerId) return null
    return { across: (clientX - start.x) * (isRtl ? -1 : 1), up: start.y - clientY }
  }
  const end = () => {
    from.current = null
    setMoved(null)
  }
  return {
    moved,
    handlers: {
      onPointerDown: ({ pointerId, pointerType, isPrimary, clientX, clientY }) => {
        if (isPrimary && pointerType !== 'mouse')
          from.current = { pointer: pointerId, x: clientX, y: clientY }
      },
      onPointerMove: (event) => {
        const now = movedBy(event)
        if (now) setMoved(now)
      },
      onPointerUp: (event) => {
        const last = movedBy(event)
        if (!last) return
        end()
        const vote = voteOf(last)
        if (vote) onVote(vote)
      },
      onPointerCancel: end,
    },
  }
}
