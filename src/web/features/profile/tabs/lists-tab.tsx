import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { ListGrid } from '#web/features/lists/list-grid.tsx'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { listsChoice, listsKinds, listsOf, type ListsKind, type ProfileTabProps } from '../profile-tabs.ts'
import { TagFilter } from './sort-bar.tsx'
import styles from './lists-tab.module.css'

/** A member's lists, and for oneself those saved and of friends. */
export function ListsTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const { kind, tag, isTagged } = listsChoice(search, isOwner)
  const filter = isTagged ? (
    <TagFilter userId={member._id} of="lists" tag={tag} onChange={(next) => choose({ tag: next })} />
  ) : null
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
        onChange={(lists) => choose({ lists, tag: '' })}
        tabs={listsKinds(isOwner).map((value) => ({ value, label: t(`lists.tabs.${value}`) }))}
      >
        {filter === null ? null : <div className={styles.filter}>{filter}</div>}
        <Lists key={`${kind} ${tag}`} kind={kind} tag={tag} userId={member._id} />
      </Tabs>
    </>
  )
}

function Lists({ kind, tag, userId }: { kind: ListsKind; tag: string; userId: string }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsOf({ kind, tag }, userId))
  const empty = t(tag === '' ? `lists.empty.${kind}` : 'tags.noLists')
  return <ListGrid pages={pages} empty={empty} failed={null} />
}
