import { useEffect, useState } from 'react'

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Trimmed, with Latin digits, since a number may be a film's (design system, section 5.5). */
function queryOf(text: string): string {
  return text.trim().replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 15))
}

/**
 * What a search box asks for once typing paused for `delay` milliseconds. A blank text clears it at once, and
 * what was asked before does not come back when typing goes on.
 */
export function useSettledQuery(text: string, delay: number): string {
  const wanted = queryOf(text)
  const [settled, setSettled] = useState(wanted)
  if (wanted === '' && settled !== '') setSettled('')
  useEffect(() => {
    if (wanted === '') return
    const timer = setTimeout(() => setSettled(wanted), delay)
    return () => clearTimeout(timer)
  }, [wanted, delay])
  return wanted === '' ? '' : settled
}
