import {
  Ban,
  BellRing,
  Eye,
  KeyRound,
  LockKeyhole,
  MonitorPlay,
  Scale,
  Tv,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '#shared/paths.ts'
import type { TextKey } from '#web/i18n/index.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'

/** A screen that the first one of settings leads to. */
export interface SettingsLink {
  path: string
  title: TextKey
  /** What is set there. */
  hint: TextKey
  /** Says what opens. */
  open: TextKey
}

/** The settings that have a screen of their own. */
export const settingsParts = {
  audiences: {
    path: paths.audiences(),
    icon: Eye,
    title: 'audiences.title',
    hint: 'audiences.hint',
    open: 'audiences.open',
  },
  safety: {
    path: paths.safety(),
    icon: Ban,
    title: 'safety.title',
    hint: 'safety.hint',
    open: 'safety.open',
  },
  notifications: {
    path: paths.notificationSettings(),
    icon: BellRing,
    title: 'reach.title',
    hint: 'reach.hint',
    open: 'reach.open',
  },
  streaming: {
    path: paths.streaming(),
    icon: Tv,
    title: 'streaming.title',
    hint: 'streaming.hint',
    open: 'streaming.open',
  },
  security: {
    path: paths.security(),
    icon: LockKeyhole,
    title: 'security.title',
    hint: 'security.hint',
    open: 'security.open',
  },
  players: {
    path: paths.players(),
    icon: MonitorPlay,
    title: 'players.title',
    hint: 'players.hint',
    open: 'players.open',
  },
  keys: {
    path: paths.keys(),
    icon: KeyRound,
    title: 'keys.title',
    hint: 'keys.hint',
    open: 'keys.open',
  },
  decisions: {
    path: paths.decisions(),
    icon: Scale,
    title: 'moderation.decisions.title',
    hint: 'moderation.decisions.hint',
    open: 'moderation.decisions.open',
  },
} satisfies Record<string, SettingsLink & { icon: LucideIcon }>

export type SettingsPart = keyof typeof settingsParts

/** Whether the list of them stands beside each of their screens. */
export const useSettingsList = (): boolean => useMediaQuery('(min-width: 1280px)')
