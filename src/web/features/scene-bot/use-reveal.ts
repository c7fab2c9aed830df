import { useEffect, useState } from 'react'
import { prefersReducedMotion } from '#web/lib/motion.ts'

/** Milliseconds a character. */
const msPerCharacter = 15

/** Browsers that the build is for do not all have one; there a reply comes whole. */
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** The index after `count` more characters as a reader counts them: no emoji or mark is cut in two. */
export function advance(text: string, from: number, count: number): number {
  if (graphemes === null) return text.length
  let end = from
  let left = count
  for (const { index, segment } of graphemes.segment(text.slice(from))) {
    if (left-- === 0) break
    end = from + index + segment.length
  }
  return end
}

function samePart(one: string, other: string, length: number): number {
  let same = 0
  while (same < length && one[same] === other[same]) same++
  return same
}

/**
 * How much of a reply shows: letter by letter, as time passes and not as frames do, so that a slow device
 * keeps the pace. The text may grow meanwhile; what differs from before begins anew. Whole at once where it
 * was not `live` at first, where it is not `spoken` but a notice, after `skip`, and where less motion is wanted.
 */
export function useReveal(text: string, live: boolean, spoken: boolean): { shown: string; skip: () => void } {
  const [wanted, setWanted] = useState(() => live && !prefersReducedMotion())
  const animated = wanted && spoken
  const [held, setHeld] = useState({ text, length: animated ? 0 : text.length })
  if (held.text !== text) {
    setHeld({ text, length: animated ? samePart(held.text, text, held.length) : text.length })
  }

  const running = animated && held.length < text.length
  useEffect(() => {
    if (!running) return
    let last = performance.now()
    let due = 0
    const step = (now: number) => {
      due += Math.max(0, now - last) / msPerCharacter
      last = now
      const count = Math.floor(due)
      due -= count
      if (count > 0) setHeld((was) => ({ ...was, length: advance(was.text, was.length, count) }))
      frame = requestAnimationFrame(step)
    }
    let frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [running])

  const skip = () => {
    setWanted(false)
    setHeld({ text, length: text.length })
  }

  return { shown: text.slice(0, held.length), skip }
}
