import type { ReactNode } from 'react'

/** What `t` is given where an element belongs: `t('…', { name: slot })`. */
export const slot = '\uFFFC'

/** A translated text with an element in its slot, wherever the language puts it. */
export function TextWithSlot({ text, children }: { text: string; children: ReactNode }) {
  const [before, ...after] = text.split(slot)
  return (
    <>
      {before}
      {children}
      {after.join('')}
    </>
  )
}
