import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { GridPlace } from '#web/ui/virtual-grid.tsx'

/**
 * Where a grid was when its entry of the history was left: on the way back the same rows are there at once,
 * so that the focus finds the link that led away. Kept as long as the data that it belongs to.
 */
export function useGridPlace() {
  const { key } = useLocation()
  const queryClient = useQueryClient()
  const [queryKey] = useState(() => ['grid-places', key])
  const [place] = useState(() => queryClient.getQueryData<GridPlace>(queryKey))
  return { place, onLeave: (left: GridPlace) => void queryClient.setQueryData(queryKey, left) }
}
