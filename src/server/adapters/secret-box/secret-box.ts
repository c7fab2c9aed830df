import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#shared/thrown.ts'
import type { Config } from '#server/config.ts'
import { isMissing } from '#server/core/disk.ts'

/**
 * Encrypts secrets, so that the database alone does not reveal them. `about` names the owner; a sealed value opens
 * only with the same `about`.
 */
export interface SecretBox {
  seal(plain: Buffer, about: string): Promise<Buffer>
  /** Null for a value that was sealed with another key. */
  open(sealed: Buffer, about: string): Promise<Buffer | null>
  /** The bytes with which everything sealed by this key begins; null when there is no key yet. */
  mark(): Promise<Buffer | null>
}

const keyLength = 32
/** Bytes before a sealed value that identify the key. */
const markLength = 4
const nonceLength = 12
const tagLength = 16

/** The key is the setting, or a file in the data folder that is created when first needed. */
export function createSecretBox({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox {
  let made: { key: Buffer; mark: Buffer } | null = null
  /** A key is only created for sealing: opening must not replace one that is lost. */
  const load = async () => {
    if (made) return made
    const secret = secretKey ?? (await readKey(dataDir))
    return (made = secret === null ? null : keyOf(secret))
  }
  const loadOrMake = async () => (await load()) ?? (made = keyOf(await makeKey(dataDir)))
  return {
    async seal(plain, about) {
      const { key, mark } = await loadOrMake()
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed])
    },
    async open(sealed, about) {
      const own = await load()
      if (!own || !sealed.subarray(0, markLength).equals(own.mark)) return null
      const nonceEnd = markLength + nonceLength
      const tagEnd = nonceEnd + tagLength
      const decipher = createDecipheriv('aes-256-gcm', own.key, sealed.subarray(markLength, nonceEnd))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(nonceEnd, tagEnd))
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
    },
    async mark() {
      return (await load())?.mark ?? null
    },
  }
}

function keyOf(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'scene secret box', keyLength))
  return { key, mark: createHash('sha256').update(key).digest().subarray(0, markLength) }
}

const pathIn = (dataDir: string) => join(dataDir, 'secret.key')

async function readKey(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(pathIn(dataDir), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Two processes that start at the same time with the same folder end up with the same key. */
async function makeKey(dataDir: string): Promise<string> {
  const path = pathIn(dataDir)
  await mkdir(dataDir, { recursive: true })
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, `${randomBytes(keyLength).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    await link(fresh, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
