import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberTag } from '#shared/api/tags.ts'
import { foldText } from '#shared/matching/fold.ts'
import { paths } from '#shared/paths.ts'
import { maxTagLength } from '#shared/tags.ts'
import { isolated } from '#shared/isolated.ts'
import { memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from './tags.module.css'

interface TagsViewProps {
  userId: string
  onBack: () => void
}

/** All tags of a member. */
export function TagsView({ userId, onBack }: TagsViewProps) {
  const { t } = useTranslation()
  const member = useQuery(memberQuery(userId))
  const tags = useQuery(memberTagsQuery(userId))
  const name = member.data ? `@${member.data.username}` : ''
  usePageTitle(name === '' ? t('tags.title') : t('tags.of', { name }))
  const error = member.error ?? tags.error
  return (
    <>
      <TopBar
        title={name === '' ? t('tags.title') : t('tags.of', { name: isolated(name) })}
        onBack={onBack}
      />
      <div className={styles.page} aria-busy={tags.isPending}>
        {tags.data && !isUnknown(error) ? (
          <AllTags userId={userId} tags={tags.data} />
        ) : tags.isPending && !error ? (
          <LoadingRows count={6} height="2.75rem" />
        ) : (
          <LoadFailed
            error={error}
            unknown={t('errors.member.not_found')}
            onRetry={() => Promise.all([member.refetch(), tags.refetch()])}
          />
        )}
      </div>
    </>
  )
}

/** Fewer are taken in at a glance. */
const searchedFrom = 30
const orders = ['use', 'name'] as const

interface AllTagsProps {
  userId: string
  /** The commonest first. */
  tags: readonly MemberTag[]
}

function AllTags({ userId, tags }: AllTagsProps) {
  const { t, locale } = useTranslation()
  const [order, setOrder] = useState<(typeof orders)[number]>('use')
  const [text, setText] = useState('')
  if (tags.length === 0) return <EmptyState drawing="cards" text={t('tags.none')} />
  const folded = foldText(text)
  const found = tags.filter(({ tag }) => foldText(tag).includes(folded))
  const inOrder =
    order === 'use' ? found : found.toSorted((one, other) => one.tag.localeCompare(other.tag, locale))
  return (
    <>
      <div className={styles.choices}>
        <ToggleGroup
          label={t('tags.sort')}
          value={order}
          onChange={setOrder}
          options={orders.map((value) => ({ value, label: t(`tags.sorts.${value}`) }))}
        />
        {tags.length > searchedFrom ? (
          <SearchField
            className={styles.find}
            label={t('tags.find')}
            clearLabel={t('search.clear')}
            value={text}
            onChange={setText}
            maxLength={maxTagLength}
          />
        ) : null}
      </div>
      {inOrder.length === 0 ? (
        <EmptyState drawing="strip" text={t('tags.notFound')} />
      ) : (
        <TagList
          label={t('tags.title')}
          tags={inOrder.map(({ tag }) => tag)}
          counts={new Map(inOrder.map(({ tag, logs, lists }) => [tag, logs + lists]))}
          to={(tag) => paths.tag(userId, tag)}
        />
      )}
    </>
  )
}
