import { useState } from 'react'
import { storeIfRoom } from '#web/lib/storage.ts'

export const diaryViews = ['list', 'calendar'] as const
export type DiaryViewName = (typeof diaryViews)[number]

const key = 'scene.diary'

/** How months are shown on this device. */
export const diaryChoice = {
  view: (): DiaryViewName => diaryViews.find((view) => view === localStorage.getItem(key)) ?? 'list',
}

export function useDiaryChoice(): [DiaryViewName, (view: DiaryViewName) => void] {
  const [view, setView] = useState(diaryChoice.view)
  const choose = (next: DiaryViewName) => {
    storeIfRoom(localStorage, key, next)
    setView(next)
  }
  return [view, choose]
}
