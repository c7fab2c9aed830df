import { useState } from 'react'

const draftKey = (memberId: string) => `draft:${memberId}:sceneBot`

/** What is in the field, found again after a reload. */
export function useDraftText(memberId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(draftKey(memberId)) ?? '')
  const change = (next: string) => {
    setText(next)
    try {
      if (next === '') localStorage.removeItem(draftKey(memberId))
      else localStorage.setItem(draftKey(memberId), next)
    } catch {
      // It still lives in the open field.
    }
  }
  return [text, change]
}
