import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { tagKey } from '#shared/tags.ts'
import { isolated } from '#shared/isolated.ts'
import { memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import type { orders } from '../profile-tabs.ts'
import styles from './sort-bar.module.css'

type Order = (typeof orders)[number]

interface SortBarProps<Sort extends string> {
  sort: Sort
  sorts: readonly { value: Sort; label: string }[]
  order: Order
  /** The sort knows one order only. */
  orderFixed?: boolean
  onChange: (choice: { sort: Sort; order: Order }) => void
  /** What narrows the films, beside their order where there is room. */
  filter?: ReactNode
  /** More to choose, in a row of its own. */
  children?: ReactNode
}

/** How a tab's films are ordered. The order is said in words, not by its arrow alone. */
export function SortBar<Sort extends string>({
  sort,
  sorts,
  order,
  orderFixed = false,
  onChange,
  filter,
  children,
}: SortBarProps<Sort>) {
  const { t } = useTranslation()
  const inWords = t(`profile.watchlist.orders.${order}`)
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <Select
          label={t('profile.watchlist.sort')}
          value={sort}
          options={sorts}
          onChange={(next) => onChange({ sort: next, order })}
        />
        <Button
          variant="ghost"
          size="sm"
          className={styles.order}
          icon={order === 'desc' ? <ArrowDown /> : <ArrowUp />}
          disabled={orderFixed}
          aria-label={t('profile.watchlist.order', { order: inWords })}
          onClick={() => onChange({ sort, order: order === 'desc' ? 'asc' : 'desc' })}
        >
          <span className={styles.long}>{t('profile.watchlist.order', { order: inWords })}</span>
          <span className={styles.short}>{inWords}</span>
        </Button>
        {filter}
      </div>
      {children}
    </div>
  )
}

interface TagFilterProps {
  userId: string
  of: 'logs' | 'lists'
  /** Empty for all. */
  tag: string
  onChange: (tag: string) => void
}

/** One of the tags of a member's logs or lists to choose; nothing where there are none. */
export function TagFilter({ userId, of, tag, onChange }: TagFilterProps) {
  const { t } = useTranslation()
  const { data: all = [] } = useQuery(memberTagsQuery(userId))
  const tags = all.filter((one) => one[of] > 0)
  const chosen = tags.find((one) => tagKey(one.tag) === tagKey(tag))
  if (tags.length === 0 && tag === '') return null
  return (
    <Select
      label={t('profile.tags.label')}
      value={chosen?.tag ?? tag}
      onChange={onChange}
      options={[
        { value: '', label: t('profile.tags.all') },
        // What an address names, though it is none of the commonest.
        ...(tag !== '' && !chosen ? [{ value: tag, label: tag }] : []),
        ...tags.map(({ tag: value, [of]: n }) => ({
          value,
          // Isolated: the tag has a direction of its own.
          label: t('profile.tags.count', { tag: isolated(value), n }),
        })),
      ]}
    />
  )
}
