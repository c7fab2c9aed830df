import { useCallback, useEffect, useState } from 'react'
import { queryOf, useSettledQuery } from '#web/lib/use-settled-query.ts'
import {
  addRecent,
  readLastSearch,
  readRecents,
  removeRecent,
  sameSearch,
  writeLastSearch,
  writeRecents,
  type RecentSearch,
  type SearchTab,
} from './recents.ts'

/** Milliseconds. */
const debounceMs = 300

/**
 * The search box, its tab and the recent searches; the last search lives as long as the browser session.
 * `wantedTab` is from the address and takes precedence over the session's; `onTab` keeps the address in step.
 */
export function useSearch(wantedTab: SearchTab | null, onTab?: (tab: SearchTab) => void) {
  const [start] = useState(() => readLastSearch(sessionStorage))
  const [text, putText] = useState(start.query)
  const [lastTab, setLastTab] = useState(start.tab)
  const { query, settle } = useSettledQuery(text, debounceMs)
  const [recents, setRecents] = useState(() => readRecents(localStorage))
  /** What this typing recorded last; a longer word replaces it. */
  const [typed, setTyped] = useState<RecentSearch>()
  const tab = wantedTab ?? lastTab

  useEffect(() => {
    writeLastSearch(sessionStorage, { query: text, tab })
  }, [text, tab])

  const setText = useCallback((next: string) => {
    putText(next)
    if (queryOf(next) === '') setTyped(undefined)
  }, [])

  const setTab = useCallback(
    (next: SearchTab) => {
      setLastTab(next)
      onTab?.(next)
    },
    [onTab],
  )

  const saveRecents = useCallback((next: RecentSearch[]) => {
    writeRecents(localStorage, next)
    setRecents(next)
  }, [])

  /** To be called when a query was answered. */
  const record = useCallback(
    (answered: string) => {
      const search = { query: answered, tab }
      const [newest] = recents
      if (newest && sameSearch(newest, search)) return
      if (typed?.tab === tab && typed.query.startsWith(answered)) return
      saveRecents(addRecent(recents, search, typed))
      setTyped(search)
    },
    [tab, recents, typed, saveRecents],
  )

  /** Looks for what is in the box without waiting. What was asked for like this no typing replaces. */
  const submit = useCallback(() => {
    const wanted = queryOf(text)
    if (wanted === '') return
    settle(wanted)
    saveRecents(addRecent(recents, { query: wanted, tab }, typed))
    setTyped(undefined)
  }, [text, settle, tab, recents, typed, saveRecents])

  const repeat = useCallback(
    (search: RecentSearch) => {
      putText(search.query)
      settle(queryOf(search.query))
      setTab(search.tab)
      saveRecents(addRecent(recents, search))
      setTyped(undefined)
    },
    [settle, recents, saveRecents, setTab],
  )

  const forget = useCallback(
    (search: RecentSearch) => saveRecents(removeRecent(recents, search)),
    [recents, saveRecents],
  )

  return { text, setText, tab, setTab, query, recents, record, submit, repeat, forget }
}
