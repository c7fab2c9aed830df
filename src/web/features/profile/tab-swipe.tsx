import { useDrag } from '@use-gesture/react'
import type { RefObject } from 'react'
import { isRtl } from '#web/ui/direction.ts'

/** The least way in CSS pixels, the least speed in pixels per millisecond. */
const distance = 30
const velocity = 0.2

const controls = 'input, textarea, select, [contenteditable], [role="slider"], [role="listbox"]'

/** Whether a move sideways from here belongs to something else: a field, or a box that scrolls sideways. */
function isTaken(target: Element, area: Element): boolean {
  if (target.closest(controls)) return true
  for (let box: Element | null = target; box && box !== area; box = box.parentElement) {
    const { overflowX } = getComputedStyle(box)
    if (box.scrollWidth > box.clientWidth && (overflowX === 'auto' || overflowX === 'scroll')) return true
  }
  return false
}

export interface TabSwipeProps {
  area: RefObject<HTMLElement | null>
  /** 1 for the next tab in reading direction, -1 for the one before. */
  onSwipe: (step: 1 | -1) => void
}

/** Changes the tabs of an area by a swipe, of fingers and pens only: a mouse selects text. */
export function TabSwipe({ area, onSwipe }: TabSwipeProps) {
  useDrag(
    ({ event, first, cancel, currentTarget, swipe: [towards] }) => {
      const box = currentTarget as Element
      if (first) {
        const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse'
        if (isMouse || isTaken(event.target as Element, box)) cancel()
        return
      }
      if (towards === 0) return
      onSwipe(towards < 0 === isRtl(box) ? -1 : 1)
    },
    {
      target: area,
      axis: 'x',
      pointer: { touch: true },
      // However long it takes.
      swipe: { distance, velocity, duration: Infinity },
    },
  )
  return null
}
