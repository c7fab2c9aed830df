import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  channels,
  reachKinds,
  type Channel,
  type ReachKind,
  type ReachSettings,
} from '#shared/api/notification-settings.ts'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import styles from './notification-settings.module.css'
import { useUpdateReach } from './use-update-reach.ts'

interface SettingsProps {
  settings: ReachSettings
}

/** Kinds of notifications by the ways that they may take: a table, or on a phone a line for each kind that opens. */
export function KindsCard({ settings }: SettingsProps) {
  const { t } = useTranslation()
  const { hasMail } = settings
  const isWide = useMediaQuery('(min-width: 768px)')
  return (
    <Card title={t('reach.what')}>
      {isWide ? <KindsTable settings={settings} /> : <KindLines settings={settings} />}
      {hasMail ? <p className={styles.fact}>{t('reach.securityHint')}</p> : null}
    </Card>
  )
}

const channelsOf = ({ hasMail }: ReachSettings) => channels.filter((channel) => channel !== 'mail' || hasMail)

function KindLines({ settings }: SettingsProps) {
  const { t } = useTranslation()
  const update = useUpdateReach()
  const { reach, hasMail } = settings
  return (
    <ul className={styles.lines}>
      {reachKinds.map((kind) => (
        <KindLine key={kind} kind={kind} on={channelsOf(settings).filter((channel) => reach[kind][channel])}>
          {channelsOf(settings).map((channel) => (
            <Switch
              key={channel}
              label={t(`reach.channels.${channel}`)}
              checked={reach[kind][channel]}
              onChange={(on) => update({ reach: { [kind]: { [channel]: on } } })}
            />
          ))}
        </KindLine>
      ))}
      {hasMail ? (
        <KindLine kind="security" on={['mail']}>
          <Switch label={t('reach.channels.mail')} checked disabled onChange={() => undefined} />
        </KindLine>
      ) : null}
    </ul>
  )
}

interface KindLineProps {
  kind: ReachKind | 'security'
  /** The ways that it takes now. */
  on: readonly Channel[]
  children: ReactNode
}

function KindLine({ kind, on, children }: KindLineProps) {
  const { t, locale } = useTranslation()
  const [open, setOpen] = useState(false)
  const name = t(`reach.kinds.${kind}`)
  return (
    <li>
      <button type="button" className={styles.kindLine} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.kindTexts}>
          <span>{name}</span>
          <span className={styles.fact}>
            {on.length === 0
              ? t('reach.nothing')
              : new Intl.ListFormat(locale, { type: 'unit' }).format(
                  on.map((channel) => t(`reach.channels.${channel}`)),
                )}
          </span>
        </span>
        <ChevronDown className={styles.chevron} size={20} aria-hidden="true" />
      </button>
      {open ? (
        <div className={styles.kindSwitches} role="group" aria-label={name}>
          {children}
        </div>
      ) : null}
    </li>
  )
}

function KindsTable({ settings }: SettingsProps) {
  const { t } = useTranslation()
  const update = useUpdateReach()
  const { reach, hasMail } = settings
  const shown = channelsOf(settings)
  const cell = (channel: Channel, content: ReactNode) => (
    <td key={channel} className={styles.cell}>
      {content}
    </td>
  )
  const labelOf = (kind: ReachKind | 'security', channel: Channel) =>
    t('reach.box', { kind: t(`reach.kinds.${kind}`), channel: t(`reach.channels.${channel}`) })
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('reach.kind')}</VisuallyHidden>
          </th>
          {shown.map((channel) => (
            <th key={channel} scope="col">
              {t(`reach.channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reachKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`reach.kinds.${kind}`)}</th>
            {shown.map((channel) =>
              cell(
                channel,
                <Checkbox
                  hideLabel
                  label={labelOf(kind, channel)}
                  checked={reach[kind][channel]}
                  onChange={(on) => update({ reach: { [kind]: { [channel]: on } } })}
                />,
              ),
            )}
          </tr>
        ))}
        {hasMail ? (
          <tr>
            <th scope="row">{t('reach.kinds.security')}</th>
            {shown.map((channel) =>
              cell(
                channel,
                channel === 'mail' ? (
                  <Checkbox
                    hideLabel
                    label={labelOf('security', channel)}
                    checked
                    disabled
                    onChange={() => undefined}
                  />
                ) : (
                  '–'
                ),
              ),
            )}
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}
