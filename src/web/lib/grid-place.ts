import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Where a grid was when its entry of the history was left: on the way back the same rows are there at once,
 * so that the focus finds the link that led away. Kept as long as the data that it belongs to.
 */
export function useGridPlace<Place>() {
  const { key } = useLocation()
  const queryClient = useQueryClient()
  const queryKey = ['grid-places', key]
  const [place] = useState(() => queryClient.getQueryData<Place>(queryKey))
  return { place, onLeave: (left: Place) => void queryClient.setQueryData(queryKey, left) }
}
