import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** CBOR of what an authenticator answers: whole numbers, bytes, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as number)])
  return Buffer.concat([head(5, value.size), ...entries])
}

interface Asked {
  challenge: string
}

interface How {
  origin: string
  /** Made sure who holds it. */
  isVerified?: boolean
  counter?: number
  /** Of the options when left out. */
  rpId?: string
}

/** A keeper of one passkey, as browsers have them. */
export function createPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let userHandle: string | undefined
  const ref = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  const clientData = (type: string, { challenge }: Asked, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, { isVerified = true, counter = 0 }: How, isNew: boolean) => {
    const flags = 1 | (isVerified ? 4 : 0) | (isNew ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count])
  }
  return {
    id: ref.id,
    /** Answers the options of a new passkey. */
    make(options: Asked & { rp: { id: string }; user: { id: string } }, how: How) {
      userHandle = options.user.id
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const idLength = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        authenticatorData(how.rpId ?? options.rp.id, how, true),
        Buffer.alloc(16),
        idLength,
        id,
        key,
      ])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        ...ref,
        response: {
          clientDataJSON: clientData('webauthn.create', options, how.origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a sign-in. */
    use(options: Asked & { rpId: string }, how: How) {
      const data = authenticatorData(how.rpId ?? options.rpId, how, false)
      const client = clientData('webauthn.get', options, how.origin)
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      return {
        ...ref,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle && { userHandle }),
        },
      }
    },
  }
}
