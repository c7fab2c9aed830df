import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import type { orders } from './tab-choice.ts'
import styles from './sort-bar.module.css'

type Order = (typeof orders)[number]

interface SortBarProps<Sort extends string> {
  sort: Sort
  sorts: readonly { value: Sort; label: string }[]
  order: Order
  /** The sort knows one order only. */
  orderFixed?: boolean
  onChange: (choice: { sort: Sort; order: Order }) => void
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
  children,
}: SortBarProps<Sort>) {
  const { t } = useTranslation()
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
          onClick={() => onChange({ sort, order: order === 'desc' ? 'asc' : 'desc' })}
        >
          {t('profile.watchlist.order', { order: t(`profile.watchlist.orders.${order}`) })}
        </Button>
      </div>
      {children}
    </div>
  )
}
