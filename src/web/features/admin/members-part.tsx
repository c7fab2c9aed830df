import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import type { AccountRow } from '#shared/api/admin.ts'
import { roles } from '#shared/api/members.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation, type TextKey } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Day } from '#web/lib/relative-time.tsx'
import { useMember } from '#web/lib/session.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { accountActMutation, accountsQuery, type AccountAct } from './admin.api.ts'
import styles from './admin.module.css'

const states = ['suspended', 'unverified'] as const

/** Everybody who has an account, and what an operator may do about one. */
export function MembersPart() {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const q = search.get('q') ?? ''
  const role = roles.find((one) => one === search.get('role')) ?? ''
  const state = states.find((one) => one === search.get('state')) ?? ''
  const answer = useInfiniteQuery(accountsQuery({ q: useDeferredValue(q).trim(), role, state }))
  return (
    <div className={styles.part}>
      <SearchField
        label={t('admin.members.search')}
        placeholder={t('admin.members.placeholder')}
        clearLabel={t('admin.members.clear')}
        maxLength={320}
        value={q}
        onChange={(next) => choose({ q: next })}
      />
      <div className={styles.filters}>
        <Select
          label={t('admin.members.role')}
          value={role}
          onChange={(next) => choose({ role: next })}
          options={[
            { value: '', label: t('admin.members.allRoles') },
            ...roles.map((value) => ({ value, label: t(`admin.members.roles.${value}`) })),
          ]}
        />
        <Select
          label={t('admin.members.state')}
          value={state}
          onChange={(next) => choose({ state: next })}
          options={[
            { value: '', label: t('admin.members.allStates') },
            ...states.map((value) => ({ value, label: t(`admin.members.states.${value}`) })),
          ]}
        />
      </div>
      <PagedList
        pages={answer}
        items={pageItems(answer.data, ({ _id }) => _id)}
        skeleton={<LoadingRows count={8} height="3.5rem" className={styles.list} />}
        empty={t('admin.members.empty')}
        drawing="seats"
        failed={t('common.loadFailed')}
      >
        {(accounts) => <Accounts accounts={accounts} />}
      </PagedList>
    </div>
  )
}

function stateOf({ suspended, verified }: AccountRow) {
  return suspended ? 'suspended' : verified ? 'active' : 'unverified'
}

function Accounts({ accounts }: { accounts: readonly AccountRow[] }) {
  const { t, locale } = useTranslation()
  return (
    <DataTable
      label={t('admin.members.list')}
      columns={[
        { key: 'name', label: t('admin.members.name') },
        { key: 'role', label: t('admin.members.role') },
        { key: 'state', label: t('admin.members.state') },
        { key: 'seen', label: t('admin.members.seen') },
        { key: 'joined', label: t('admin.members.joined') },
        { key: 'acts', label: t('admin.members.acts'), isAct: true },
      ]}
      rows={accounts.map((account) => {
        const { _id, username, avatar, email, role, seenOn, joinedAt } = account
        const state = stateOf(account)
        return {
          key: _id,
          cells: [
            <Link key="name" to={paths.profile(_id)} className={styles.person}>
              <Avatar src={avatar} size={44} />
              <span className={styles.personTexts}>
                <bdi>@{username}</bdi>
                <bdi className={styles.why}>{email}</bdi>
              </span>
            </Link>,
            t(`admin.members.roles.${role}`),
            <span key="state" className={styles[state]}>
              {t(`admin.members.states.${state}`)}
            </span>,
            seenOn ? <Day key="seen" day={seenOn} /> : t('admin.members.never'),
            <time key="joined" dateTime={joinedAt}>
              {formatDate(joinedAt, locale)}
            </time>,
            <Acts key="acts" account={account} />,
          ],
        }
      })}
    />
  )
}

const labels = {
  suspend: 'admin.members.suspend',
  restore: 'admin.members.restore',
  'sign-out': 'admin.members.signOut',
  'reset-2fa': 'admin.members.resetSecondStep',
} as const satisfies Record<AccountAct, TextKey>

/** Each is asked for by the member's name: what it does is felt at once. */
function Acts({ account }: { account: AccountRow }) {
  const { t } = useTranslation()
  const viewer = useMember()
  const { mutate } = useMutation(accountActMutation(useQueryClient()))
  const name = account.username
  const ask = async (act: AccountAct) => {
    const confirmed = await confirm({
      title: t(`admin.members.ask.${act}.title`, { name }),
      text: t(`admin.members.ask.${act}.text`, { name }),
      confirmLabel: t(labels[act]),
      cancelLabel: t('common.cancel'),
      danger: act !== 'restore',
    })
    if (!confirmed) return
    mutate(
      { act, memberId: account._id },
      {
        onSuccess: () => toast.success(t(`admin.members.did.${act}`, { name })),
        onError: failureToast('common.notDone'),
      },
    )
  }
  const item = (act: AccountAct): MenuItem => ({
    label: t(labels[act]),
    danger: act === 'suspend',
    onSelect: () => void ask(act),
  })
  const isSelf = account._id === viewer?._id
  const items = [
    ...(account.suspended ? [item('restore')] : isSelf ? [] : [item('suspend')]),
    item('sign-out'),
    ...(isSelf ? [] : [item('reset-2fa')]),
  ]
  return <Menu label={t('admin.members.actsNamed', { name })} items={items} />
}
