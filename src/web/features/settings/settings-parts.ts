import {
  Ban,
  BellRing,
  Download,
  Eye,
  FileInput,
  Flag,
  KeyRound,
  Languages,
  LockKeyhole,
  MonitorPlay,
  Palette,
  Scale,
  ShieldCheck,
  Tv,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { Role } from '#shared/api/members.ts'
import { paths } from '#shared/paths.ts'
import type { TextKey } from '#web/i18n/index.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'

/** A line of the list of settings. */
interface SettingsRow {
  path: string
  icon: LucideIcon
  title: TextKey
  /** What members call that which is set there; the search finds it by them. */
  words: TextKey
}

/** The screens of settings. */
export const settingsParts = {
  appearance: {
    path: paths.appearance(),
    icon: Palette,
    title: 'settings.appearance',
    words: 'settings.words.appearance',
  },
  language: {
    path: paths.language(),
    icon: Languages,
    title: 'settings.languageAndTitles',
    words: 'settings.words.language',
  },
  audiences: {
    path: paths.audiences(),
    icon: Eye,
    title: 'audiences.title',
    words: 'settings.words.audiences',
  },
  safety: { path: paths.safety(), icon: Ban, title: 'safety.title', words: 'settings.words.safety' },
  decisions: {
    path: paths.decisions(),
    icon: Scale,
    title: 'moderation.decisions.title',
    words: 'settings.words.decisions',
  },
  notifications: {
    path: paths.notificationSettings(),
    icon: BellRing,
    title: 'reach.title',
    words: 'settings.words.notifications',
  },
  streaming: {
    path: paths.streaming(),
    icon: Tv,
    title: 'streaming.title',
    words: 'settings.words.streaming',
  },
  security: {
    path: paths.security(),
    icon: LockKeyhole,
    title: 'security.title',
    words: 'settings.words.security',
  },
  players: {
    path: paths.players(),
    icon: MonitorPlay,
    title: 'players.title',
    words: 'settings.words.players',
  },
  keys: { path: paths.keys(), icon: KeyRound, title: 'keys.title', words: 'settings.words.keys' },
  exportData: {
    path: paths.exportData(),
    icon: Download,
    title: 'transfer.export.title',
    words: 'settings.words.exportData',
  },
  account: {
    path: paths.account(),
    icon: UserRound,
    title: 'settings.account',
    words: 'settings.words.account',
  },
} satisfies Record<string, SettingsRow>

export type SettingsPart = keyof typeof settingsParts

const importData: SettingsRow = {
  path: paths.importData(),
  icon: FileInput,
  title: 'editProfile.import.action',
  words: 'settings.words.importData',
}

const administration: SettingsRow = {
  path: paths.admin(),
  icon: ShieldCheck,
  title: 'admin.title',
  words: 'settings.words.administration',
}

const reports: SettingsRow = {
  path: paths.adminPart('reports'),
  icon: Flag,
  title: 'nav.reports',
  words: 'settings.words.reports',
}

const forRole: Readonly<Record<Role, readonly SettingsRow[]>> = {
  member: [],
  moderator: [reports],
  operator: [administration],
}

interface SettingsGroup {
  /** None where one of its lines says it. */
  title?: TextKey
  rows: SettingsRow[]
}

/** All that a member may set, what belongs together in one group. */
export function settingsGroups(role: Role): SettingsGroup[] {
  const { appearance, language, audiences, safety, decisions, notifications, streaming } = settingsParts
  const { security, players, keys, exportData, account } = settingsParts
  return [
    { rows: [appearance, language] },
    { rows: [audiences, safety, decisions] },
    { rows: [notifications, streaming] },
    { rows: [security] },
    { title: 'settings.groups.connections', rows: [players, keys] },
    { title: 'settings.groups.transfer', rows: [importData, exportData] },
    { rows: [...forRole[role], account] },
  ]
}

/** Whether the list of them stands beside each of their screens. */
export const useSettingsList = (): boolean => useMediaQuery('(min-width: 1024px)')
