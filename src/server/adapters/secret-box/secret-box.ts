import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { fail } from '#server/core/errors.ts'

/** Seals what must not be read by whoever has only the database. `about` is whose it is: sealed, it opens nothing else. */
export interface SecretBox {
  seal(plain: Buffer, about: string): Promise<Buffer>
  /** @throws server.unavailable for what was sealed with another key */
  open(sealed: Buffer, about: string): Promise<Buffer>
}

const keyLength = 32
/** Before what is sealed: which key it was. */
const markLength = 4
const nonceLength = 12
const tagLength = 16

/** The key is the setting's, or a file of the data folder, made when it is first needed. */
export function createSecretBox({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox {
  let loading: Promise<{ key: Buffer; mark: Buffer }> | undefined
  const load = () =>
    (loading ??= (secretKey === null ? readOrMake(dataDir) : Promise.resolve(secretKey)).then(keyOf)).catch(
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
  return {
    async seal(plain, about) {
      const { key, mark } = await load()
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed])
    },
    async open(sealed, about) {
      const { key, mark } = await load()
      if (!sealed.subarray(0, markLength).equals(mark))
        throw fail('server.unavailable', {
          reason:
            'a secret was sealed with another key: SECRET_KEY, or secret.key in the data folder, is not what it was',
        })
      const nonceEnd = markLength + nonceLength
      const tagEnd = nonceEnd + tagLength
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(markLength, nonceEnd))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(nonceEnd, tagEnd))
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
    },
  }
}

function keyOf(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'scene secret box', keyLength))
  return { key, mark: createHash('sha256').update(key).digest().subarray(0, markLength) }
}

/** Two processes of one folder that begin at once come to the same key. */
async function readOrMake(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.key')
  const read = () => readFile(path, 'utf8').then((text) => text.trim())
  try {
    return await read()
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
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
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return read()
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
