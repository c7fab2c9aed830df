import { useCallback, useEffect, useState } from 'react'
import { useDebounced } from '#web/lib/use-debounced.ts'
import {
  addRecent,
  readLastSearch,
  readRecents,
  removeRecent,
  writeLastSearch,
  writeRecents,
  type RecentSearch,
  type SearchTab,
} from './recents.ts'

/** Milliseconds (specification 1, section 9). */
const debounce = 300

/** The search box, its tab and the recent searches; the last search lives as long as the browser session. */
export function useSearch(wantedTab: SearchTab | null) {
  const [start] = useState(() => readLastSearch(sessionStorage))
  const [text, putText] = useState(start.query)
  const [tab, setTab] = useState<SearchTab>(wantedTab ?? start.tab)
  const [recents, setRecents] = useState(() => readRecents(localStorage))
  /** What this typing recorded last; a longer word replaces it. */
  const [typed, setTyped] = useState<RecentSearch>()
  const typedText = text.trim()
  const settled = useDebounced(typedText, debounce)
  // Emptying the box takes effect at once.
  const query = typedText === '' ? '' : settled

  useEffect(() => {
    writeLastSearch(sessionStorage, { query: text, tab })
  }, [text, tab])

  const setText = useCallback((next: string) => {
    putText(next)
    if (next.trim() === '') setTyped(undefined)
  }, [])

  const keep = useCallback((next: RecentSearch[]) => {
    writeRecents(localStorage, next)
    setRecents(next)
  }, [])

  /** To be told when a query was answered. */
  const record = useCallback(
    (answered: string) => {
      keep(addRecent(recents, { query: answered, tab }, typed))
      setTyped({ query: answered, tab })
    },
    [tab, recents, typed, keep],
  )

  const repeat = useCallback((search: RecentSearch) => {
    putText(search.query)
    setTab(search.tab)
    setTyped(search)
  }, [])

  const forget = useCallback((search: RecentSearch) => keep(removeRecent(recents, search)), [recents, keep])

  return { text, setText, tab, setTab, query, recents, record, repeat, forget }
}
