import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { ListGrid } from '#web/features/lists/list-grid.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import {
  listsKind,
  listsKinds,
  listsOf,
  useTabChoice,
  type ListsKind,
  type ProfileTabProps,
} from './profile-tabs.ts'
import styles from './lists-tab.module.css'

/** A member's lists, and for oneself those saved and of friends. */
export function ListsTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useTabChoice()
  const kind = listsKind(search, isOwner)
  return (
    <>
      {isOwner ? (
        <Link className={`${buttonClass('secondary')} ${styles.add}`} to={paths.createList()}>
          <Plus size={20} aria-hidden="true" />
          {t('lists.add')}
        </Link>
      ) : null}
      <Tabs
        label={t('lists.kind')}
        value={kind}
        onChange={(lists) => choose({ lists })}
        tabs={listsKinds(isOwner).map((value) => ({ value, label: t(`lists.tabs.${value}`) }))}
      >
        <Lists key={kind} kind={kind} userId={member._id} />
      </Tabs>
    </>
  )
}

function Lists({ kind, userId }: { kind: ListsKind; userId: string }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsOf(kind, userId))
  return <ListGrid pages={pages} empty={t(`lists.empty.${kind}`)} failed={null} />
}
