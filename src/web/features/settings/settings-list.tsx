import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { foldText } from '#shared/matching/fold.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import type { SessionUser } from '#web/lib/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { settingsGroups, settingsParts, useSettingsList, type SettingsPart } from './settings-parts.ts'
import styles from './settings-list.module.css'
import { settingsQuery } from './settings.api.ts'
import { useTheme } from './use-theme.ts'

interface SettingsListProps {
  member: SessionUser
  /** The screen that it stands beside; none where it is the screen. */
  current?: SettingsPart
}

/** All settings, each with what is chosen now; on desks they are searched. */
export function SettingsList({ member, current }: SettingsListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isSearched = useSettingsList()
  const [text, setText] = useState('')
  const valueAt = usePresentValues(member)
  const list = useRef<HTMLDivElement>(null)
  const currentPath = current && settingsParts[current].path

  // The list scrolls by itself, and begins anew on each of the screens.
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!list.current || !row) return
    const [box, place] = [list.current.getBoundingClientRect(), row.getBoundingClientRect()]
    if (place.bottom > box.bottom) list.current.scrollTop += place.bottom - box.bottom
  }, [])

  const words = foldText(text).split(' ')
  const groups = settingsGroups(member.role)
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter((row) => isFound(words, foldText(`${t(row.title)} ${t(row.words)}`))),
    }))
    .filter(({ rows }) => rows.length > 0)
  const found = groups.flatMap(({ rows }) => rows)

  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    const [first] = found
    if (text.trim() !== '' && first) void navigate(first.path)
  }

  return (
    <nav className={classNames(styles.list, current && styles.beside)} aria-label={t('settings.title')}>
      {isSearched ? (
        <form role="search" onSubmit={openFirst}>
          <SearchField
            label={t('settings.search.label')}
            clearLabel={t('search.clear')}
            value={text}
            onChange={setText}
          />
        </form>
      ) : null}
      <div ref={list} className={styles.groups}>
        {groups.map(({ title, rows }) => (
          <div key={rows[0]?.path}>
            {title ? (
              <p className={styles.heading} aria-hidden="true">
                {t(title)}
              </p>
            ) : null}
            <ul className={styles.group} aria-label={title && t(title)}>
              {rows.map(({ path, icon: Icon, title: name }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className={styles.row}
                    aria-current={path === currentPath ? 'page' : undefined}
                  >
                    <span className={styles.icon}>
                      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
                    </span>
                    <span className={styles.texts}>
                      <span>{t(name)}</span>{' '}
                      {valueAt[path] ? <bdi className={styles.value}>{valueAt[path]}</bdi> : null}
                    </span>
                    {current ? null : <ChevronRight aria-hidden="true" size={20} data-mirror="" />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {found.length === 0 ? <p className={styles.none}>{t('settings.search.none')}</p> : null}
      </div>
      <VisuallyHidden>
        <Announcement text={text} count={found.length} />
      </VisuallyHidden>
    </nav>
  )
}

/** Whether all words are in the text, without the article that Arabic writes as one with its noun. */
const isFound = (words: readonly string[], text: string) =>
  words.every((word) => text.includes(word.replace(/^ال(?=..)/, '')))

/** Says how many were found once typing paused. */
function Announcement({ text, count }: { text: string; count: number }) {
  const { t } = useTranslation()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  const said = count === 0 ? t('settings.search.none') : t('settings.search.found', { count })
  return <span role="status">{settled.trim() === '' || settled !== text ? '' : said}</span>
}

/** What is chosen now, by the address of its screen: what the device knows, and what one call answers for all others. */
function usePresentValues({ username }: SessionUser): Readonly<Record<string, string | undefined>> {
  const { t, locale } = useTranslation()
  const queryClient = useQueryClient()
  const theme = useTheme()
  const { data: set } = useQuery(settingsQuery())
  // Whatever is saved on the screen beside the list may be one of them.
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey })
      }),
    [queryClient],
  )
  const device = {
    [settingsParts.appearance.path]: t(`settings.theme.${theme}`),
    [settingsParts.account.path]: `@${username}`,
  }
  if (!set) return device
  const { filmTitles, locked, hidden, quiet, services, secondStep, players, keys, scheduledExport } = set
  const number = (count: number) => (count > 0 ? formatNumber(count, locale) : undefined)
  return {
    ...device,
    [settingsParts.language.path]: t(`filmTitles.choice.${filmTitles}`),
    [settingsParts.audiences.path]: locked ? t('settings.locked') : undefined,
    [settingsParts.safety.path]: number(hidden),
    [settingsParts.notifications.path]: quiet ? `${quiet.from}–${quiet.to}` : undefined,
    [settingsParts.streaming.path]: number(services),
    [settingsParts.security.path]: secondStep ? t('security.codes.title') : undefined,
    [settingsParts.players.path]: number(players),
    [settingsParts.keys.path]: number(keys),
    [settingsParts.exportData.path]: scheduledExport
      ? t(`transfer.export.byItself.${scheduledExport}`)
      : undefined,
  }
}
