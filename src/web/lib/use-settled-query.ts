import { useEffect, useState } from 'react'

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A text with Latin digits in the place of Arabic-Indic and Persian ones. */
export const latinDigits = (text: string): string =>
  text.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 15))

/**
 * What a text in a search box asks for: trimmed, with Latin digits, since a number may be a film's. Signs alone ask
 * for nothing.
 */
export function queryOf(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) return ''
  return latinDigits(text.trim())
}

/**
 * What a search box asks for once typing paused for `delay` milliseconds. A blank text clears it at once, and
 * what was asked before does not come back when typing goes on. `settle` asks for a query without waiting; the
 * text has to be its own.
 */
export function useSettledQuery(text: string, delay: number) {
  const wanted = queryOf(text)
  const [settled, settle] = useState(wanted)
  if (wanted === '' && settled !== '') settle('')
  useEffect(() => {
    if (wanted === '') return
    const timer = setTimeout(() => settle(wanted), delay)
    return () => clearTimeout(timer)
  }, [wanted, delay])
  return { query: wanted === '' ? '' : settled, settle }
}
