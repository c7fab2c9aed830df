import { readFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import * as z from 'zod'
import { gifProviders } from '#shared/api/gifs.ts'
import { registrations } from '#shared/api/joining.ts'
import { exportDeliveries } from '#shared/api/members.ts'

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'], { error: 'must be 0 or 1' })
    .optional()
    .transform((value) => (value === undefined ? fallback : value === '1' || value === 'true'))
const whole = (min: number, max: number, fallback: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)
    .default(fallback)

const database = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  // `postgres://user@/name` means the local socket; a host is put in so that the address can be parsed.
  .refine((text) => URL.canParse(text.replace('@/', '@socket/')), {
    error: 'is no address: in a password %23 stands for #, %2F for / and %3A for :',
  })

/**
 * Whether Fastify accepts it as a trusted proxy: the name of a range, an address, or an address with a prefix length
 * or a mask.
 */
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.trim().split('/')
  if (bits === undefined)
    return ['loopback', 'linklocal', 'uniquelocal'].includes(address) || isIP(address) > 0
  if (isIPv4(address) && isIPv4(bits)) return more.length === 0
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most
}

const hosts = (one: RegExp, error: string) =>
  z.string().refine((text) => commas(text).every((host) => one.test(host.trim())), { error })

const filmDatabase = 'https://api.themoviedb.org/3'
const google = 'https://accounts.google.com'
export const letterboxd = 'https://letterboxd.com'

/** One entry for each setting; the comments of `.env.example` are the operator's guide to them. */
const settings = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, or development' })
    .default('development'),
  PORT: whole(0, 65_535, 3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: url
    .refine((text) => /^https?:\/\/[^/?#@]+\/?$/i.test(text), {
      error: 'must be https://name and nothing after it: Scene cannot lie below a path',
    })
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every(isProxy), {
      error: 'must be addresses of proxies, such as 127.0.0.1, 10.0.0.0/8 or loopback,uniquelocal',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  SCENE_DATA_DIR: z.string().default('./data'),
  SCENE_DEMO: z.enum(['0', '1', 'true', 'false', 'public'], { error: 'must be 0, 1 or public' }).optional(),
  DATABASE_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  DATABASE_POOL_SIZE: whole(5, 200, 12),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .refine((text) => URL.canParse(text), { error: 'is no address' })
    .optional(),
  TMDB_API_KEY: z.string().optional(),
  TMDB_BASE_URL: url.default(filmDatabase),
  TMDB_IMAGE_BASE_URL: url.default('https://image.tmdb.org/t/p'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine((text) => URL.parse(text)?.hostname, { error: 'names no server: smtp://user:password@host:port' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an address, such as Scene <scene@example.org>',
    })
    .default('Scene <scene@localhost>'),
  GIF_PROVIDER: z.enum(gifProviders, { error: 'must be scene, giphy or klipy' }).default('scene'),
  GIF_API_KEY: z.string().optional(),
  GIF_BASE_URL: url.optional(),
  GIF_MEDIA_BASE_URL: url.optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_ISSUER: url.default(google),
  GOOGLE_JWKS_URL: url.default('https://www.googleapis.com/oauth2/v3/certs'),
  ASSISTANT_BASE_URL: url.optional(),
  ASSISTANT_API_KEY: z.string().optional(),
  ASSISTANT_MODEL: z.string().optional(),
  ASSISTANT_DAILY_TOKENS: whole(1000, 1_000_000_000, 200_000),
  ASSISTANT_TIMEOUT: whole(2, 600, 30),
  REQUIRE_VERIFIED_EMAIL: flag(false),
  PASSWORD_MIN_LENGTH: whole(4, 128, 4),
  PASSWORD_RULES: z
    .enum(['specified', 'advised'], { error: 'must be specified or advised' })
    .default('specified'),
  SECRET_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  REGISTRATION: z.enum(registrations, { error: `must be ${registrations.join(', ')}` }).default('open'),
  SEARCH_MIN_VOTES: whole(0, 1_000_000, 10),
  SEARCH_LANGUAGE_VOTES: z
    .string()
    .regex(/^([a-z]{2}:\d{1,9}(,|$))+$/, 'must be language:votes pairs such as ja:2500,fr:5000')
    .default('ja:2500,zh:5000,fr:5000,de:5000,ru:5000,ko:5000'),
  SEARCH_EXCLUDED_LANGUAGES: z
    .string()
    .regex(/^(none|([a-z]{2}(,|$))+)$/, 'must be language codes such as hi,ta, or none')
    .default('hi,ta,te,ml,kn,bn,pa,ur'),
  SEARCH_HIDDEN_FILMS: z
    .string()
    .regex(/^(\d{1,10}(,|$))+$/, 'must be film numbers such as 603,604')
    .optional(),
  SEARCH_BLOCKED_WORDS: z.string().optional(),
  SCHEDULED_EXPORT: z
    .enum(exportDeliveries, { error: `must be ${exportDeliveries.join(', ')}` })
    .default('off'),
  SCHEDULED_EXPORT_DIR: z.string().optional(),
  SCHEDULED_EXPORT_KEEP: whole(1, 1000, 3),
  BACKUP_SCHEDULE: z
    .enum(['off', 'daily', 'weekly'], { error: 'must be off, daily or weekly' })
    .default('off'),
  BACKUP_DIR: z
    .string()
    .regex(/^(?!s3:)|^s3:\/\/[a-z0-9.-]{3,63}(\/[\w!.*'()/-]*)?$/, 'must be a folder or s3://bucket/prefix')
    .optional(),
  BACKUP_KEEP: whole(1, 1000, 7),
  BACKUP_BEFORE_MIGRATIONS: flag(true),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  LINK_PREVIEWS: flag(true),
  SERVICE_WORKER: flag(true),
  SEARCH_ENGINES: flag(true),
  WEBHOOK_HOSTS: hosts(
    /^([\w.-]+|[\da-f:]+)$/i,
    'must be hosts without ports, such as home.lan,192.168.1.20',
  ).optional(),
  PUSH_HOSTS: hosts(
    /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i,
    'must be hosts, such as push.example.org,192.168.1.20:8443',
  ).optional(),
  LETTERBOXD_FEEDS: flag(false),
  LETTERBOXD_BASE_URL: url.default(letterboxd),
  PRIVACY_URL: url.optional(),
  RATE_LIMIT: flag(true),
})

const secrets = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'TMDB_API_KEY',
  'GIF_API_KEY',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'ASSISTANT_API_KEY',
  'METRICS_TOKEN',
  'SECRET_KEY',
] as const

/** Whether a host name or address, of IPv6 with or without brackets, can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  const address = name.replace(/^::ffff:(?=\d+\.)/, '')
  return (
    address === '::1' || (isIPv4(address) && address.startsWith('127.')) || /^(.+\.)?localhost$/.test(name)
  )
}

export interface Setting {
  name: string
  /** The value in effect, with secrets masked; null for a setting that is not given and has no default. */
  value: string | null
  from: 'environment' | '.env' | 'file' | 'default'
  isSecret: boolean
}

/** The settings in the file `.env`; empty when there is none. */
function dotEnv(): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

/** Names in the file `.env` that no setting has, such as misspelt ones; some may be for Docker or Node. */
export const strangeNames = (): string[] =>
  Object.keys(dotEnv())
    .filter((name) => !(name in settings.shape) && !secrets.some((secret) => name === `${secret}_FILE`))
    .toSorted()

/**
 * Hides a whole secret, including its length, and the user and password in an address, since others may see the
 * screen.
 */
const masked = (value: string, isSecret: boolean) =>
  isSecret ? '••••' : value.replace(/(?<=^[a-z+]+:\/\/)[^/@]*@/i, '••••@')

/**
 * All settings with their values, as one would give them, and where those come from; secrets are masked. `inEffect` has
 * the defaults.
 */
function listSettings(
  env: Readonly<Record<string, string | undefined>>,
  inEffect: Readonly<Record<string, string | number | boolean | undefined>>,
): Setting[] {
  const fromFile = dotEnv()
  const isSecret = (name: string) => secrets.some((secret) => secret === name)
  return Object.keys(settings.shape).map((name) => {
    const file = env[`${name}_FILE`]
    const given = env[name]
    if (given)
      return {
        name,
        value: masked(given, isSecret(name)),
        from: fromFile[name] === given ? '.env' : 'environment',
        isSecret: isSecret(name),
      }
    if (file && isSecret(name)) return { name, value: file, from: 'file', isSecret: false }
    const fallback = inEffect[name]
    // Flags are written as 1 and 0.
    const written = typeof fallback === 'boolean' ? Number(fallback) : fallback
    const value = written === undefined ? null : String(written)
    return { name, value, from: 'default', isSecret: false }
  })
}

const commas = (value: string | undefined) => (value ?? '').split(',').filter((part) => part.trim() !== '')

const hostsOf = (value: string | undefined) => commas(value).map((host) => host.trim().toLowerCase())

export type Config = ReturnType<typeof readConfig>

/** The address of this Scene: `PUBLIC_URL` when set, else the one by which this machine reaches it. */
export function ownUrl({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl
  const isNamed = host === '0.0.0.0' || host === '::' || host === 'localhost'
  const name = isNamed ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Every fault of the settings at once; `message` is ready to print. */
export class ConfigError extends Error {}

/** Settings that others which are given need beside them. */
function missingTogether(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = []
  const s3Backups = given['BACKUP_DIR']?.startsWith('s3:') ?? false
  const service = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  // Without `S3_BUCKET`, members' pictures stay in the folder and only backups go to S3.
  const s3 = s3Backups && !given['S3_BUCKET'] ? service : [...service, 'S3_BUCKET']
  const missing = s3.filter((name) => !given[name])
  if (missing.length > 0 && (s3Backups || missing.length < s3.length))
    faults.push(`${missing.join(', ')}: needed when another S3 setting is given`)
  if (given['DATABASE_REPLICA_URL'] && !given['DATABASE_URL'])
    faults.push('DATABASE_URL: needed with DATABASE_REPLICA_URL')
  const gifProvider = given['GIF_PROVIDER']
  if ((gifProvider === 'giphy' || gifProvider === 'klipy') && !given['GIF_API_KEY'])
    faults.push(`GIF_API_KEY: needed with GIF_PROVIDER=${gifProvider}`)
  const assistant = ['ASSISTANT_BASE_URL', 'ASSISTANT_MODEL'].filter((name) => !given[name])
  if (assistant.length === 1 || (assistant.length === 2 && given['ASSISTANT_API_KEY']))
    faults.push(`${assistant.join(', ')}: needed when another setting of the language model is given`)
  if (given['SCHEDULED_EXPORT'] === 'mail' && !given['SMTP_URL'])
    faults.push('SMTP_URL: needed with SCHEDULED_EXPORT=mail')
  return faults
}

/** The settings with secrets read from their files and defaults filled in. @throws ConfigError, see `readConfig` */
function parseSettings(said: Readonly<Record<string, string>>) {
  const given: Record<string, string> = { ...said }
  const faults: string[] = []
  for (const name of secrets) {
    const file = given[`${name}_FILE`]
    if (!file || given[name]) continue
    try {
      given[name] = readFileSync(file, 'utf8').trim()
    } catch {
      faults.push(`${name}_FILE: the file cannot be read`)
    }
  }
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const first = new Map(
      parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]),
    )
    faults.push(...[...first].map(([name, message]) => `${name}: ${message}`).toReversed())
  }
  faults.push(...missingTogether(given))
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(`Scene cannot start, these settings need attention:\n  ${faults.join('\n  ')}`)

  // A community is invented only where Scene is tried, with a database of its own.
  const isTried = parsed.data.NODE_ENV !== 'production' && !parsed.data.DATABASE_URL
  return { ...parsed.data, SCENE_DEMO: parsed.data.SCENE_DEMO ?? (isTried ? '1' : '0') }
}

const demos = { 0: 'off', 1: 'local', false: 'off', true: 'local', public: 'public' } as const

/**
 * Reads and validates the settings. Blanks around a value do not count, and an empty one counts as absent; `NAME_FILE`
 * gives a secret by file.
 * @throws ConfigError naming every faulty setting.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const said: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value?.trim()) said[name] = value.trim()
  const s = parseSettings(said)
  const production = s.NODE_ENV === 'production'
  const hasPublicName = s.PUBLIC_URL !== undefined && !isLoopbackHost(new URL(s.PUBLIC_URL).hostname)
  const s3Service =
    s.S3_ENDPOINT && s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
      ? {
          endpoint: s.S3_ENDPOINT.replace(/\/$/, ''),
          region: s.S3_REGION,
          accessKeyId: s.S3_ACCESS_KEY_ID,
          secretAccessKey: s.S3_SECRET_ACCESS_KEY,
        }
      : null
  const backupDir = s.BACKUP_DIR ?? join(s.SCENE_DATA_DIR, 'backups')
  const openToOthers = hasPublicName || !isLoopbackHost(s.HOST)
  return {
    /** For the operator's page and `scene doctor`. */
    settings: listSettings(said, s),
    production,
    port: s.PORT,
    host: s.HOST.replace(/^\[(.*)\]$/, '$1'),
    publicUrl: s.PUBLIC_URL ?? null,
    /** Whether people at other machines can reach Scene, by its own address or through a proxy. */
    openToOthers,
    /**
     * Whether `PUBLIC_URL` names another host than this machine. Then a proxy on this machine may bring in others,
     * whose requests look local.
     */
    hasPublicName,
    trustProxy: s.TRUST_PROXY ?? null,
    logLevel: s.LOG_LEVEL,
    dataDir: resolve(s.SCENE_DATA_DIR),
    /** Whether there is a demo community, and who may sign in as one of its members. */
    demo: demos[s.SCENE_DEMO],
    databaseUrl: s.DATABASE_URL ?? null,
    databaseReplicaUrl: s.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: s.DATABASE_POOL_SIZE,
    redisUrl: s.REDIS_URL ?? null,
    filmSource: {
      /** True when the built-in catalogue answers instead of a film database on the network. */
      builtIn: !s.TMDB_API_KEY && s.TMDB_BASE_URL === filmDatabase,
      apiKey: s.TMDB_API_KEY ?? null,
      baseUrl: s.TMDB_BASE_URL.replace(/\/$/, ''),
      imageBaseUrl: s.TMDB_IMAGE_BASE_URL.replace(/\/$/, ''),
    },
    gifs: {
      provider: s.GIF_PROVIDER,
      apiKey: s.GIF_API_KEY ?? '',
      /** Null for the provider's own. */
      baseUrl: s.GIF_BASE_URL?.replace(/\/$/, '') ?? null,
      mediaBaseUrl: s.GIF_MEDIA_BASE_URL ?? null,
    },
    search: {
      minVotes: s.SEARCH_MIN_VOTES,
      languageVotes: new Map(
        commas(s.SEARCH_LANGUAGE_VOTES).map((pair) => [pair.slice(0, 2), Number(pair.slice(3))]),
      ),
      excludedLanguages: new Set(commas(s.SEARCH_EXCLUDED_LANGUAGES)),
      hiddenFilmIds: new Set(commas(s.SEARCH_HIDDEN_FILMS).map(Number)),
      /** Null for the list that comes with Scene. */
      blockedWords: s.SEARCH_BLOCKED_WORDS ? commas(s.SEARCH_BLOCKED_WORDS) : null,
    },
    mail: {
      smtpUrl: s.SMTP_URL ?? null,
      from: s.MAIL_FROM,
      delivery: s.SMTP_URL ? 'smtp' : production ? 'none' : openToOthers ? 'terminal' : 'mailbox',
    } as const,
    /** The S3 service for `s3://` addresses and members' pictures; null when none is set. */
    s3Service,
    /** Where members' pictures go; null for the folder. */
    s3: s3Service && s.S3_BUCKET ? { ...s3Service, bucket: s.S3_BUCKET } : null,
    google: s.GOOGLE_CLIENT_ID
      ? {
          clientId: s.GOOGLE_CLIENT_ID,
          /** Google's tokens name their issuer with or without `https://`. */
          issuers: s.GOOGLE_ISSUER === google ? [google, 'accounts.google.com'] : [s.GOOGLE_ISSUER],
          jwksUrl: s.GOOGLE_JWKS_URL,
        }
      : null,
    /** The language model for SceneBot; null when SceneBot uses only its built-in answers. */
    assistant:
      s.ASSISTANT_BASE_URL && s.ASSISTANT_MODEL
        ? {
            baseUrl: s.ASSISTANT_BASE_URL.replace(/\/$/, ''),
            apiKey: s.ASSISTANT_API_KEY ?? null,
            model: s.ASSISTANT_MODEL,
            /** Tokens that one member may use in a UTC day. */
            dailyTokens: s.ASSISTANT_DAILY_TOKENS,
            timeoutMs: s.ASSISTANT_TIMEOUT * 1000,
          }
        : null,
    requireVerifiedEmail: s.REQUIRE_VERIFIED_EMAIL,
    passwordMinLength: s.PASSWORD_MIN_LENGTH,
    passwordRules: s.PASSWORD_RULES,
    /** Null when the key is kept in a file in the data folder, which is created when first needed. */
    secretKey: s.SECRET_KEY ?? null,
    registration: s.REGISTRATION,
    /** Exports that are made on a schedule for members who asked for them. */
    scheduledExport: {
      delivery: s.SCHEDULED_EXPORT,
      folder: resolve(s.SCHEDULED_EXPORT_DIR ?? join(s.SCENE_DATA_DIR, 'exports')),
      /** How many of the newest exports are kept for each member. */
      kept: s.SCHEDULED_EXPORT_KEEP,
    },
    backup: {
      schedule: s.BACKUP_SCHEDULE,
      /** A folder, or `s3://bucket/prefix`. */
      folder: backupDir.startsWith('s3:') ? backupDir : resolve(backupDir),
      /** How many of the newest scheduled backups are kept. */
      kept: s.BACKUP_KEEP,
      beforeMigrations: s.BACKUP_BEFORE_MIGRATIONS,
    },
    /** Null when `/metrics` is off. */
    metricsToken: s.METRICS_TOKEN ?? null,
    linkPreviews: s.LINK_PREVIEWS,
    serviceWorker: s.SERVICE_WORKER,
    /** Whether search engines may list the public pages of members who allow it. */
    searchEngines: s.SEARCH_ENGINES,
    /** Hosts of webhooks that may lie inside the operator's own network. */
    webhookHosts: hostsOf(s.WEBHOOK_HOSTS),
    /** Hosts of push services, with ports, that are allowed besides those of the common browsers. */
    pushHosts: hostsOf(s.PUSH_HOSTS),
    /** Where members may follow Letterboxd feeds from; null when that is off. */
    letterboxdBaseUrl: s.LETTERBOXD_FEEDS ? s.LETTERBOXD_BASE_URL.replace(/\/+$/, '') : null,
    /** The operator's privacy statement. */
    privacyUrl: s.PRIVACY_URL ?? null,
    rateLimit: s.RATE_LIMIT,
  }
}
