import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { foldText } from '#shared/matching/fold.ts'
import { maxTagLength } from '#shared/tags.ts'
import { logTagsQuery } from '#web/features/logs/logs.api.ts'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import styles from './profile-search.module.css'

/** Milliseconds between the last letter and the question. */
const pause = 300
const suggested = 8

/** What was found before stays in sight until the next is here. */
export const whileTyping = ({ q }: { q: string }) => (q === '' ? {} : { placeholderData: keepPreviousData })

interface ProfileSearchProps {
  userId: string
  /** What the address asks for; empty for all. */
  q: string
  onChange: (choice: { q: string; tag?: string }) => void
  /** How many are there, with more to come or not; absent while that is not known. */
  found: number | undefined
  hasMore: boolean
  what: 'films' | 'reviews'
}

/**
 * Finds something by title or tag in a tab. In a row of flexible boxes; a phone shows the field once it is asked for.
 */
export function ProfileSearch({ userId, q, onChange, found, hasMore, what }: ProfileSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useTextOf(q, (wanted) => onChange({ q: wanted }))
  const isDesk = useMediaQuery('(min-width: 769px)')
  const [isOpened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpened) field.current?.focus({ preventScroll: true })
  }, [isOpened])
  const count = t(what === 'films' ? 'lists.films' : 'profile.search.reviews', { count: found ?? 0 })
  if (!isDesk && !isOpened && text === '')
    return <IconButton label={t('profile.search.open')} icon={<Search />} onClick={() => setOpened(true)} />
  return (
    <>
      <SearchField
        ref={field}
        className={styles.field}
        label={t('profile.search.label')}
        clearLabel={t('search.clear')}
        value={text}
        onChange={setText}
        maxLength={maxTagLength}
      />
      {text.trim() === '' ? null : (
        <div className={styles.below}>
          <p className={styles.found} role="status">
            {q === '' || found === undefined
              ? null
              : hasMore
                ? t('profile.search.more', { things: count })
                : count}
          </p>
          <TagSuggestions userId={userId} text={text} onChoose={(tag) => onChange({ q: '', tag })} />
        </div>
      )}
    </>
  )
}

/** What stands in the field: what is typed, until the address asks for something else. */
function useTextOf(q: string, onSettled: (q: string) => void) {
  const [text, setText] = useState(q)
  const { query } = useSettledQuery(text, pause)
  const [asked, setAsked] = useState(q)
  if (asked !== q) {
    setAsked(q)
    if (q !== query) setText(q)
  }
  const settle = useEffectEvent((wanted: string) => {
    if (wanted !== q) onSettled(wanted)
  })
  useEffect(() => settle(query), [query])
  return [text, setText] as const
}

interface TagSuggestionsProps {
  userId: string
  text: string
  onChoose: (tag: string) => void
}

function TagSuggestions({ userId, text, onChoose }: TagSuggestionsProps) {
  const { t } = useTranslation()
  const { data: tags = [] } = useQuery(logTagsQuery(userId))
  const folded = foldText(text)
  const fitting = folded === '' ? [] : tags.filter(({ tag }) => foldText(tag).includes(folded))
  if (fitting.length === 0) return null
  return (
    <TagList
      label={t('profile.search.tags')}
      tags={fitting.slice(0, suggested).map(({ tag }) => tag)}
      onChoose={onChoose}
    />
  )
}
