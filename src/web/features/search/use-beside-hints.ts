import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchHints } from '#shared/api/search.ts'
import { searchHintsQuery } from './search.api.ts'

/** Milliseconds that results wait for the hints that stand above them. */
const maxWaitMs = 400

interface Shown<Data> {
  data: Data | undefined
  hints: SearchHints | undefined
  /** Results stood before their hints were there. */
  areLate: boolean
}

/**
 * What is shown of an answer and of the hints that were asked for at the same time: those of an earlier query until both
 * are there, for what comes in above results that stand pushes them down. Results wait a little only. Of hints that come
 * later still the first has a place kept.
 */
export function useBesideHints<
  Source extends { data: unknown; isError: boolean; isPlaceholderData: boolean },
>(query: string, source: Source) {
  const { data: hints, isFetching } = useQuery(searchHintsQuery(query))
  const data: Source['data'] = source.data
  const isHere = source.isError || (data !== undefined && !source.isPlaceholderData)
  const isAlone = isHere && isFetching && hints === undefined
  // Results that are here when their tab is opened stood a moment before: they do not wait again.
  const [lateFor, setLateFor] = useState(isAlone ? query : undefined)
  const [held, hold] = useState<Shown<Source['data']>>()
  const areLate = lateFor === query
  const waits = isAlone && !areLate
  const isReady = isHere && !waits
  if (isReady && (held?.data !== data || held?.hints !== hints || held?.areLate !== areLate))
    hold({ data, hints, areLate })
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLateFor(query), maxWaitMs)
    return () => clearTimeout(timer)
  }, [waits, query])
  const shown = isReady ? { data, hints, areLate } : held
  return {
    data: shown?.data,
    hints: shown?.hints,
    areLate: shown?.areLate ?? false,
    /** It answers an earlier query. */
    isOlder: !isReady && held?.data !== undefined,
    source,
  }
}
