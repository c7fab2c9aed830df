import { useState } from 'react'
import type { Import } from '#shared/api/transfer.ts'

export interface ImportWatch {
  /** All imports of this visit ended, and one at least as it should. */
  complete: boolean
  /** The imports of this visit. */
  watched: readonly string[]
  /** The last thing was that the member cleared them. */
  cleared: boolean
  start: (importId: string) => void
  clear: () => void
}

/**
 * Follows the imports of this visit: those that were started here, and those that were running when it began, as after
 * a reload.
 */
export function useImportWatch(imports: readonly Import[]): ImportWatch {
  const [watched, setWatched] = useState<readonly string[]>([])
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const [cleared, setCleared] = useState(false)

  const running = imports.filter(({ state }) => state === 'running').map(({ _id }) => _id)
  const fresh = running.filter((id) => !watched.includes(id) && !ignored.includes(id))
  if (fresh.length > 0) setWatched([...watched, ...fresh])

  const states = new Set(watched.map((id) => imports.find(({ _id }) => _id === id)?.state))
  return {
    complete: states.has('done') && !states.has('running'),
    watched,
    cleared,
    start: (importId) => {
      setWatched((now) => [...now.filter((id) => id !== importId), importId])
      setCleared(false)
    },
    clear: () => {
      setIgnored([...ignored, ...watched])
      setWatched([])
      setCleared(true)
    },
  }
}
