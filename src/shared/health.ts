/** The parts that are checked, in the order in which they are shown. */
export const healthAreas = [
  'data-folder',
  'database',
  'clock',
  'tables',
  'jobs',
  'backups',
  'storage',
  'mail',
  'film-source',
  'gifs',
  'model',
  'redis',
  'replica',
  'network',
  'sign-in',
] as const
export type HealthArea = (typeof healthAreas)[number]

/** The worst first. With a fault Scene does not work, or loses something; what is unreadable may be well or not. */
export const healthStates = ['fault', 'unreadable', 'warning', 'ok'] as const
export type HealthState = (typeof healthStates)[number]

/**
 * Everything that a check can find, with its severity. The texts, by these names, are the client's and those of
 * `scene doctor`.
 */
export const healthCodes = {
  'data-folder.new': 'ok',
  'data-folder.refused': 'fault',
  'data-folder.room': 'ok',
  'data-folder.little': 'warning',
  'data-folder.full': 'fault',
  'database.new': 'ok',
  'database.works': 'ok',
  'database.old': 'fault',
  'database.damaged': 'fault',
  'database.shorter': 'warning',
  'database.away': 'fault',
  'database.built-in-away': 'fault',
  'clock.right': 'ok',
  'clock.apart': 'warning',
  'tables.right': 'ok',
  'tables.behind': 'warning',
  'tables.newer': 'fault',
  'jobs.run': 'ok',
  'jobs.late': 'warning',
  'jobs.failed': 'warning',
  'backups.off': 'warning',
  'backups.first': 'ok',
  'backups.made': 'ok',
  'backups.old': 'warning',
  'backups.failed': 'warning',
  'storage.works': 'ok',
  'storage.refused': 'fault',
  'mail.none': 'warning',
  'mail.terminal': 'ok',
  'mail.mailbox': 'ok',
  'mail.works': 'ok',
  'mail.failing': 'warning',
  'mail.refused': 'fault',
  'film-source.built-in': 'ok',
  'film-source.answers': 'ok',
  'film-source.key-refused': 'fault',
  'film-source.away': 'fault',
  'gifs.built-in': 'ok',
  'gifs.answers': 'ok',
  'gifs.key-refused': 'warning',
  'gifs.away': 'warning',
  'model.none': 'ok',
  'model.answers': 'ok',
  'model.refused': 'warning',
  'model.away': 'warning',
  'redis.unused': 'ok',
  'redis.answers': 'ok',
  'redis.away': 'fault',
  'replica.unused': 'ok',
  'replica.read': 'ok',
  'replica.left': 'warning',
  'network.fits': 'ok',
  'network.no-address': 'warning',
  'network.open-host': 'warning',
  'network.not-encrypted': 'warning',
  'network.no-proxy': 'warning',
  'network.not-production': 'warning',
  'network.demo': 'warning',
  'sign-in.fits': 'ok',
  'sign-in.passwords': 'warning',
  'sign-in.key-not-shared': 'warning',
  'sign-in.keys-lost': 'fault',
} as const satisfies Record<`${HealthArea}.${string}`, HealthState>
export type HealthCode = keyof typeof healthCodes

/** A code for a check that did not finish. */
export const unreadable = 'unreadable'
