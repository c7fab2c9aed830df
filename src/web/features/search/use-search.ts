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
const debounce = 300

/**
 * The search box, its tab and the recent searches; the last search lives as long as the browser session.
 * `wantedTab` is the address's and goes before the session's; `onTab` is to keep the address in step.
 */
export function useSearch(wantedTab: SearchTab | null, onTab?: (tab: SearchTab) => void) {
  const [start] = useState(() => readLastSearch(sessionStorage))
  const [text, putText] = useState(start.query)
  const [lastTab, setLastTab] = useState(start.tab)
  const { query, settle } = useSettledQuery(text, debounce)
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

  const keep = useCallback((next: RecentSearch[]) => {
    writeRecents(localStorage, next)
    setRecents(next)
  }, [])

  /** To be told when a query was answered. */
  const record = useCallback(
    (answered: string) => {
      const search = { query: answered, tab }
      const [newest] = recents
      if (newest && sameSearch(newest, search)) return
      if (typed?.tab === tab && typed.query.startsWith(answered)) return
      keep(addRecent(recents, search, typed))
      setTyped(search)
    },
    [tab, recents, typed, keep],
  )

  /** Looks for what is in the box without waiting. What was asked for like this no typing replaces. */
  const submit = useCallback(() => {
    const wanted = queryOf(text)
    if (wanted === '') return
    settle(wanted)
    keep(addRecent(recents, { query: wanted, tab }, typed))
    setTyped(undefined)
  }, [text, settle, tab, recents, typed, keep])

  const repeat = useCallback(
    (search: RecentSearch) => {
      putText(search.query)
      settle(queryOf(search.query))
      setTab(search.tab)
      keep(addRecent(recents, search))
      setTyped(undefined)
    },
    [settle, recents, keep, setTab],
  )

  const forget = useCallback((search: RecentSearch) => keep(removeRecent(recents, search)), [recents, keep])

  return { text, setText, tab, setTab, query, recents, record, submit, repeat, forget }
}
